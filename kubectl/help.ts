/** The help of the built-in kubectl, which has its own text. */
export const help = `The built-in kubectl: kubectl's commands and flags, with kubectl's output and exit codes.

usage: kubectl COMMAND [ARGS] [FLAGS]

  get, describe, events, explain            print objects, all there is to know of them, what happened, their fields
  create, apply, replace, delete            create, change and delete objects, of files or by name
  create TYPE                               clusterrole, clusterrolebinding, configmap, cronjob, deployment, ingress, job,
                                            namespace, poddisruptionbudget, priorityclass, quota, role, rolebinding,
                                            secret, service, serviceaccount, token
  run, expose, autoscale                    a pod, a service or an autoscaler of what is there
  edit, patch, label, annotate, set, scale  change objects
  diff, apply view-last-applied             what apply would change, what it applied
  rollout                                   status, history, undo, restart, pause, resume
  wait                                      until a condition, a field, or the end of an object
  cordon, uncordon, drain, taint            nodes
  kustomize                                 the objects of a kustomization, as -k of the others takes them
  logs, exec, attach, debug, port-forward, top
                                            as far as a cluster without containers and metrics has an answer
  auth can-i, auth whoami, certificate      who may do what; approve or deny requests
  api-resources, api-versions, version, cluster-info
  config                                    view and change the kubeconfig

Not there: completion, plugins.
`
