/** What the built-in kubectl can do; it answers a subset of kubectl's commands in kubectl's own words. */
export const help = `The built-in kubectl, for machines that have none: it takes these commands and kubectl's usual flags.

usage: kubectl COMMAND [ARGS] [FLAGS]

  get TYPE [NAME…]               print objects: -o wide|yaml|json|name|jsonpath=…, -l, --field-selector,
                                 -A, -w, --sort-by, --show-labels, --subresource; or --raw PATH
  describe TYPE [NAME…]          print what there is to know of objects
  create -f FILE                 create objects; or create TYPE NAME, of a namespace,
                                 serviceaccount, configmap, secret, deployment or service
  apply -f FILE                  create or change objects; --server-side, --force-conflicts, --field-manager
  replace -f FILE                replace objects
  delete TYPE NAME… | -f FILE    delete objects; --wait=false, --cascade, --grace-period
  patch TYPE NAME -p PATCH       --type strategic|merge|json, --patch-file, --subresource
  label, annotate TYPE NAME K=V  set (K=V) and remove (K-) labels and annotations; --overwrite
  taint node NAME K=V:EFFECT     set and remove taints of nodes
  cordon, uncordon NODE          make a node unschedulable, and schedulable again
  scale TYPE NAME --replicas N   change the number of replicas
  wait TYPE NAME --for …         wait for condition=…, delete, jsonpath=…
  version                        versions of client and server
  api-resources, api-versions    what the server serves
  cluster-info                   where the server is
  config VERB                    view or current-context of the kubeconfig

  -n, --namespace NAME           --kubeconfig FILE, --context NAME, --server URL, --token TOKEN
`
