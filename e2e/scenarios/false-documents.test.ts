// Documents in which one thing is false: `«false|true»` in their text. The false one never passes, and the true one never differs.
import { expect, it } from 'vitest'
import { fixedSurroundings } from '../../cli/fixed-surroundings.ts'
import { recordedGateFacts } from '../../cli/gate-facts.ts'
import { parseDocument } from '../../replay/document.ts'
import { builtinKubectl } from '../../replay/machine/builtin-kubectl.ts'
import { type Outcome, stepsOfResult, worstOf } from '../../replay/outcome.ts'
import { replay } from '../../replay/replay.ts'
import { selectSections } from '../../replay/select-sections.ts'
import type { Step } from '../../replay/step.ts'
import { type Trials, trialsOf } from '../../scripts/trials.ts'

const block = (lines: string): string => `\n\n   \`\`\`console\n${lines.replace(/^/gm, '   ')}\n   \`\`\`\n`
const start = `1. Start the cluster and create a Deployment.${block(`$ git checkout v1.31.0
$ hack/local-up-cluster.sh
$ kubectl create deployment web --image=nginx --replicas=3
deployment.apps/web created
$ kubectl wait --for=condition=Available deployment/web
deployment.apps/web condition met`)}`
const look = block(`$ kubectl get deployment web -o jsonpath='{.metadata.name}'\nweb`)
const scale = block('$ kubectl scale deployment web --replicas=4\ndeployment.apps/web scaled')
const update = block(`$ kubectl set image deployment web nginx=httpd
deployment.apps/web image updated
$ kubectl rollout status deployment web >/dev/null`)
const list = block(`$ kubectl get deployment web -o jsonpath='{.metadata.name}'\nweb`)
const nodes = block(`$ cat > c.yaml <<EOT
kind: Cluster
apiVersion: kind.x-k8s.io/v1alpha4
nodes:
- role: control-plane
- role: worker
- role: worker
EOT
$ kind create cluster --config c.yaml`)
const box = `2. Create a pod:${block(`$ kubectl run box --image=busybox --env=MODE=fast --command -- sleep 1000
pod/box created
$ kubectl wait --for=condition=Ready pod/box
pod/box condition met
$ kubectl expose deployment web --port=80
service/web exposed`)}`
/** Before a request that is answered. */
const request = (text: string): string =>
  `${text}${block('$ kubectl exec box -- wget -qO- http://web >/dev/null && echo ok\nok')}`
const inBox = (text: string, command: string): string => `${text}${block(`$ kubectl exec box -- ${command}`)}`
/** After a command that shows something true. */
const after = (text: string): string => `Look at the Deployment:${look}\n   ${text}\n`
/** Before such a command. */
const above = (text: string): string => `${text}${look}`

const documentOf = (steps: string): string =>
  `# T\n\n## Upgrade -> downgrade -> upgrade\n\n${start}\n${steps}`
const stepsOf = (text: string): Step[] =>
  selectSections(parseDocument('x.md', text), undefined).flatMap(({ steps }) => steps)

/** What becomes of each step of a document, and of variants in its replay; null where only a replay of the variant tells. */
async function outcomesOf(
  text: string,
  variants: readonly string[],
): Promise<{ steps: Outcome[]; variants: (Outcome | null)[] }> {
  let trials: Trials | undefined
  const { result } = await replay({
    file: 'x.md',
    text,
    ...fixedSurroundings(Date.UTC(2026, 0, 5), builtinKubectl),
    facts: recordedGateFacts(),
    onSection: ({ steps }) => {
      trials = trialsOf(
        steps,
        variants.map((variant) => ({ text: variant, from: 1, more: 0 })),
        stepsOf,
      )
    },
    onAction: (action, outcomeWith) => trials!.after(action, outcomeWith),
  })
  return { steps: stepsOfResult(result).map(({ outcome }) => outcome), variants: trials!.outcomes }
}

const version = (text: string, isTrue: boolean): string =>
  text.replace(/«([^|»]*)\|([^»]*)»/g, (_, no: string, yes: string) => (isTrue ? yes : no))

/** Looked at in a cluster that nothing changes: all in one document. */
const looked: Readonly<Record<string, string>> = {
  'a count': after('Verify that at least «four|three» pods are running.'),
  'a contrast': after('The `.spec.replicas` field is 3 instead of «3|4».'),
  'a reason': after('The pods are running, because the Deployment has `.spec.replicas` set to «2|3».'),
  'a concession': after('Verify that the pods are running, even though the Deployment is «paused|new».'),
  'a conclusion': after('This shows that «two|three» pods are running.'),
  'in parentheses': after('The Deployment exists (with «two|three» running pods).'),
  'in a relative clause': after(
    'Verify that the Deployment exists, which has `.spec.replicas` set to «2|3».',
  ),
  'in a table': after('\n\n   | field | value |\n   | --- | --- |\n   | `.spec.replicas` | «2|3» |'),
  'no sentence': after('-> «2|3» pods'),
  'under a condition': after('If all is right, «two|three» pods are running.'),
  'of the title': above('Get the Deployment with «two|three» replicas:'),
  'a state that no output shows': above('Check that the Deployment is «paused|available»:'),
  'what it has': after('The Deployment has «two ReplicaSets|one ReplicaSet».'),
  'what it has none of': after('Verify that the Deployment has no «running|failed» pods.'),
  'ready replicas': after('The Deployment does not have «3|4» ready replicas.'),
  'a node in common': after('Verify that the pods are on «different nodes|the same node».'),
  'addresses side by side': after('The pods have «the same IP|different IPs».'),
  restarts: after('Check that the pods «were restarted twice|were not restarted».'),
  'a container': after('The image of the container is `«busybox|nginx»`.'),
  'an event': after('There is «no|a» `ScalingReplicaSet` event for the Deployment.'),
  'a label with its value': after('The pods «do not have|have» the label `app=web`.'),
  'a taint': after('The node is «tainted|not tainted» with `a=b:NoSchedule`.'),
  'rows of a table': after('`kubectl get pods` lists «two|three» pods.'),
  'a roll-out': after('Verify that the Deployment is «not|fully» rolled out.'),
  'why a condition holds': after(
    'The `Available` condition of the Deployment is `True` with reason `«NewReplicaSetAvailable|MinimumReplicasAvailable»`.',
  ),
  'bytes in etcd': after('Verify that `web` is stored as «JSON|protobuf» in etcd.'),
  'bytes in etcd, denied': after('`web` is «no longer|still» stored as protobuf in etcd.'),
  'what is there no more': after('There are «no more|three» pods.'),
  'before what verifies it': after(
    `Look again.\n\n   The Deployment \`web\` has «5|3» ready replicas. This is verified by checking the pods:${list}`,
  ),
  'asked for before what verifies it': after(
    `Look again.\n\n   Verify that «5|3» pods are running. This is verified by checking the pods:${list}`,
  ),
  'a gate in passing': after('The Deployment is available, and `JobManagedBy` is «beta|alpha» in 1.31.'),
  'how many come up': after('«Two|Three» Pods come up.'),
  'since when a gate is on': after('`JobPodReplacementPolicy` is on by default since «1.31|1.29».'),
  'what is ignored': after('It is ignored: the Deployment has no `«.spec.replicas|.spec.paused»`.'),
  'what none of them has': after('The Pods are running. None of them has the label `«app|db»`.'),
  'what an event says': after('The Deployment has an event `ScalingReplicaSet` that says `from 0 to «4|3»`.'),
  'what the event on it says': after('The Deployment is available. The event on it says `from 0 to «4|3»`.'),
  'how many it has, by a pronoun': after('The Deployment is available. It has «two|three» Pods.'),
  'the release of a node': after('The node `127.0.0.1` runs kubelet «1.30|1.31».'),
  'who may do what': after('The «nobody|default» can list Pods in `default`, but cannot delete them.'),
  'what becomes of a command': `A second Deployment \`web\` is «accepted|refused»:${block(`$ kubectl create deployment web --image=nginx
error: failed to create deployment: deployments.apps "web" already exists`)}`,
  'an output in a comment':
    "Look at it:\n\n   ```bash\n   kubectl get deployment web -o jsonpath='{.spec.replicas}'\n   # «4|3»\n   ```\n",
  'a table of commands':
    "Look at it:\n\n   | command | answer |\n   | --- | --- |\n   | `kubectl get deployment web -o jsonpath='{.spec.replicas}'` | «4|3» |\n",
  'stages one after the other': after(
    '`JobManagedBy` is alpha in 1.30, where it is «on|off» by default, and beta since 1.32.',
  ),
  'stages in a table': after(
    'The stages of `JobManagedBy`:\n\n   | Release | Stage | Default |\n   | --- | --- | --- |\n   | 1.30 | alpha | false |\n   | 1.32 | beta | «false|true» |',
  ),
  'what none of them has, by its name': after('None of the Pods has the `«hostIP|nominatedNodeName»` field.'),
  'what there is beside what is refused': `Other values than \`ClientIP\` and \`«Server|None»\` are refused:${block(`$ kubectl patch service kubernetes -p '{"spec":{"sessionAffinity":"Always"}}'
The Service "kubernetes" is invalid: spec.sessionAffinity: Unsupported value: "Always": supported values: "ClientIP", "None"`)}`,
  'how many a rollout waits for': `Look at it:${block(`$ kubectl rollout status deployment web
Waiting for deployment "web" rollout to finish: 1 of «4|3» updated replicas are available...
deployment "web" successfully rolled out`)}`,
  'what is refused in a pipe': `Another kind of strategy is «accepted|rejected»:${block(`$ kubectl patch deployment web --type=merge -p '{"spec":{"strategy":{"type":"None","rollingUpdate":null}}}' 2>&1 | cut -d: -f1
The Deployment "web" is invalid`)}`,
  'two fields, each with its value': after(
    'The fields `replicas` and `revisionHistoryLimit` of the Deployment are `3` and `«11|10»`.',
  ),
  'what there is none of so far': after('No «Deployment|Job» has been created yet.'),
  'what remains': after('The Deployment `«db|web»` remains.'),
  'an empty list': `Now the list is «not found|empty»:${block(`$ kubectl get jobs
No resources found in default namespace.`)}`,
  'a title of release and gate': `**v1.31, \`JobManagedBy\` «on|off».** Look at it:${look}`,
  'a title of another release': `**v1.«30|31», \`JobManagedBy\` off.** Look at it:${look}`,
  'a stage behind the default': after('`JobManagedBy` is off by default («beta|alpha»).'),
  'a default behind a stage': after(
    'The gate `JobManagedBy` is alpha in 1.31, and it still defaults to «true|false».',
  ),
  'a gate that a release has': `A 1.31 cluster, which «does not know|knows» the gate \`JobManagedBy\`:${look}`,
  'why a field is kept': after('The field `.spec.replicas` is kept because it is «unset|set» already.'),
  'what validation refuses': `A negative number of replicas is «accepted|rejected» by validation:${block(`$ kubectl scale deployment web --replicas=-1
error: The --replicas=COUNT flag is required, and COUNT must be greater than or equal to 0`)}`,
  'in a table of objects': after(
    'Look.\n\n   | Object | Field | Value |\n   | --- | --- | --- |\n   | Deployment `web` | `.spec.replicas` | «2|3» |',
  ),
  'in a table of conditions': after(
    "The Deployment's conditions:\n\n   | Type | Status |\n   | --- | --- |\n   | Available | «False|True» |",
  ),
  'in a table of gates': after(
    'Look.\n\n   | Gate | 1.31 | 1.32 |\n   | --- | --- | --- |\n   | `JobManagedBy` | alpha, off by default | «alpha|beta» |',
  ),
  'in a namespace': after('Exactly «two|three» Pods are running in the namespace `default`.'),
  'which namespace': after('The Deployment `web` still exists in the namespace `«kube-public|default»`.'),
  'a line of a scenario': after(
    'Look.\n\n   **Then** there are «two|three» Pods\n   **And** the Deployment is available',
  ),
  'after what is called it': after('After it there are «two|three» Pods, and the Deployment still exists.'),
  'what commands come to': after(
    'Look.\n\n   | command | result |\n   | --- | --- |\n   | `kubectl get service nope` | «succeeds|fails» |',
  ),
  'an exit code': after('`kubectl get service nope` exits with «2|1».'),
  'what a controller did': after('Two pods were «deleted|created» by the ReplicaSet controller.'),
}
/** As those, of a pod that may send requests. */
const inPod: Readonly<Record<string, string>> = {
  'what becomes of a request': request('Send a request to the Service, which is «refused|answered»:'),
  'a request that waits': request('Send a request to the Service, it «times out|is answered»:'),
  'who sends a request': request('The Service is reachable from the pod `«other|box»`:'),
  'to whom it is sent': request('Verify that traffic can still be routed to the Service `«none|web»`:'),
  'its port': request('The Service is accessible on port «8080|80»:'),
  'its protocol': request('The Service is accessible over «UDP|TCP»:'),
  'who answers it': request('The traffic is answered by «two pods|the pod»:'),
  'what is chosen': request('The Service prefers endpoints in «another zone|its own node»:'),
  'where a variable is from': inBox(
    'The environment variable comes from «a ConfigMap|the environment»:',
    'env | grep MODE\nMODE=fast',
  ),
  'a variable': inBox('The value of `MODE` is `«slow|fast»`:', 'env | grep MODE\nMODE=fast'),
  'a host name': inBox('The hostname of the pod is «the name of the node|`box`»:', 'hostname\nbox'),
  'a signal': inBox('The application receives «SIGKILL|no signal»:', 'hostname\nbox'),
  'what is written after a wait': `Look:${block(`$ kubectl run late --image=busybox --restart=Never -- sh -c 'sleep 2; echo late'
pod/late created
$ kubectl wait --for=jsonpath='{.status.phase}'=Succeeded pod/late
pod/late condition met
$ kubectl logs late
«early|late»`)}`,
  'what is written after an init container': `Look:${block(`$ kubectl run after --image=busybox --restart=Never --overrides='{"spec":{"initContainers":[{"name":"i","image":"busybox","command":["sh","-c","sleep 2"]},{"name":"k","image":"busybox","command":["sh","-c","sleep 1"]}]}}' -- sh -c 'echo begin; sleep 1; echo done'
pod/after created
$ kubectl wait --for=jsonpath='{.status.phase}'=Succeeded pod/after
pod/after condition met
$ kubectl logs after -c after | wc -l
«0|2»`)}`,
  'a program of too many terms': `Look:${block(`$ kubectl run deep --image=busybox --restart=Never -- sh -c 'test $((${Array(2000).fill(1).join('+')})) = 2000 && exit 0; exit 3'
pod/deep created
$ sleep 4
$ kubectl get pod deep -o jsonpath='{.status.phase}'; echo
«Failed|Running»`)}`,
  'what a Secret keeps': `Make one:${block(`$ kubectl create secret generic login --from-literal=password=hunter2
secret/login created`)}
   The password in the Secret \`login\` is \`«hunter3|hunter2»\`.
`,
  'what a Secret keeps, decoded': `Make one:${block(`$ kubectl create secret generic kept --from-literal=password=abcd
secret/kept created`)}
   The decoded password of the Secret \`kept\` is \`«YWJjZA==|abcd»\`.
`,
  'a column that is no age': `Look:${block(`$ kubectl create configmap timed
configmap/timed created
$ kubectl annotate configmap timed grace=30s
configmap/timed annotated
$ kubectl get configmap timed --no-headers -o custom-columns=N:.metadata.name,K:.kind,G:.metadata.annotations.grace
timed   ConfigMap   «90s|30s»`)}`,
  'whom a binding gives a role': `Make one:${block(`$ kubectl create role reader --verb=get --resource=secrets
role.rbac.authorization.k8s.io/reader created
$ kubectl create rolebinding reads --role=reader --serviceaccount=default:default
rolebinding.rbac.authorization.k8s.io/reads created`)}
   The service account \`default\` can get Secrets, but it cannot delete them. The binding refers to the role \`«reads|reader»\`.
`,
  'a key with a dot': `Make one:${block(`$ kubectl create configmap game --from-literal=game.mode=fast
configmap/game created
$ kubectl get configmap game -o jsonpath='{.metadata.name}'
game`)}
   The value of \`game.mode\` is \`«slow|fast»\`.
`,
  'an address that was shown': `Look:${block(`$ kubectl create service clusterip plain --tcp=80
service/plain created
$ kubectl get service plain
NAME    TYPE        CLUSTER-IP     EXTERNAL-IP   PORT(S)   AGE
plain   ClusterIP   10.96.200.17   <none>        80/TCP    1s`)}
   The cluster IP of the Service \`plain\` is \`10.96.200.«18|17»\`.
`,
  'a copied file': `Look:${block(`$ kubectl exec box -- sh -c 'echo more > /tmp/a'
$ kubectl cp box:/tmp/a back.txt
$ cat back.txt
«less|more»`)}`,
  'a name of a pod': `Look:${block(`$ kubectl create service clusterip named --clusterip=None
service/named created
$ kubectl run named --image=busybox --labels=app=named --overrides='{"spec":{"hostname":"a","subdomain":"named"}}' -- sleep 1000
pod/named created
$ kubectl wait --for=condition=Ready pod/named
pod/named condition met
$ kubectl exec box -- nslookup a.named.default.svc.cluster.local | grep -c ^Name
«2|1»`)}`,
  'a pod of the host network': `Look:${block(`$ kubectl run host --image=registry.k8s.io/e2e-test-images/agnhost:2.40 --overrides='{"spec":{"hostNetwork":true}}' -- netexec --http-port=8099
pod/host created
$ kubectl wait --for=condition=Ready pod/host
pod/host condition met
$ curl -s -o /dev/null -w '%{http_code}\\n' http://localhost:8099/hostname
«404|200»`)}`,
  'a part of a volume': `Look:${block(`$ kubectl create configmap m --from-literal=k=old
configmap/m created
$ kubectl run part --image=busybox --overrides='{"spec":{"volumes":[{"name":"m","configMap":{"name":"m"}}],"containers":[{"name":"part","image":"busybox","command":["sleep","1000"],"volumeMounts":[{"name":"m","mountPath":"/m/k","subPath":"k"}]}]}}'
pod/part created
$ kubectl wait --for=condition=Ready pod/part
pod/part condition met
$ kubectl patch configmap m -p '{"data":{"k":"new"}}'
configmap/m patched
$ kubectl exec part -- cat /m/k; echo
«new|old»`)}`,
}
/** Each in a document of its own. */
const documents: Readonly<Record<string, string>> = {
  'a warning that its text speaks of': `2. The API warns of it:${block(`$ kubectl get componentstatuses -o name
«|Warning: v1 ComponentStatus is deprecated in v1.19+»
componentstatus/controller-manager
componentstatus/etcd-0
componentstatus/scheduler`)}`,
  'a warning as others are shown': `2. Look:${block(`$ kubectl get componentstatuses -o name | wc -l
Warning: v1 ComponentStatus is deprecated in v1.19+
3
$ kubectl get componentstatuses -o name
«|Warning: v1 ComponentStatus is deprecated in v1.19+»
componentstatus/controller-manager
componentstatus/etcd-0
componentstatus/scheduler`)}`,
  'what is printed': `2. Print the «image|name» of the Deployment:${block("$ kubectl get deployment web -o jsonpath='{.metadata.name}'\nweb")}`,
  'in a heading': `### «Two|Three» pods are running\n\n2. ${above('Look at the Deployment:')}`,
  'in a comment': `2. Look at it:${block("# there are «two|three» pods\n$ kubectl get deployment web -o jsonpath='{.metadata.name}'\nweb")}`,
  'what the step before replaced': `2. Update it:${update}\n3. The old pods are «still running|gone».${list}`,
  'what replaced it in the step before': `2. Update it:${update}\n3. The new pods run \`«nginx|httpd»\`.${list}`,
  'what was before': `2. Scale it:${scale}\n   The Deployment still has «4 replicas|the label \`app=web\`».\n`,
  'the number of a command': `2. Scale the Deployment to «5|4» replicas:${scale}`,
  'its direction': `2. Scale the Deployment «down|up»:${scale}`,
  'its name': `2. Scale the Deployment \`«wep|web»\`:${scale}`,
  'a value of what is made': `2. Create a Deployment using \`.spec.replicas=«2|1»,progressDeadlineSeconds=600\`:${block('$ kubectl create deployment db --image=nginx\ndeployment.apps/db created')}`,
  'a name without a mark': '2. Update the deployment «db|web» image to `httpd`.\n',
  'what it is said under': `2. With the \`JobManagedBy\` feature gate «on|off»:${list}`,
  'a gate beside what is done':
    '2. A sample Job was created, since the default of the feature gate JobManagedBy is «true|false».\n',
  'what comes back': `2. Look:${block('$ kubectl «get|delete» pods --all >/dev/null')}
3. The Pods come back:${block("$ kubectl get deployment web -o jsonpath='{.spec.replicas}'\n3")}`,
  'what is new of them': `2. Look:${block('$ kubectl «get deployment web|set image deployment web nginx=httpd» >/dev/null')}
3. The Pods use the new image:${look}`,
  'another place': `2. The Deployment in the other namespace:${block("$ kubectl get deployment web «|-n default » -o jsonpath='{.metadata.name}'\nweb")}`,
  'which is left': `2. Look:${block('$ kubectl create deployment other --image=nginx\ndeployment.apps/other created\n$ kubectl delete deployment other\ndeployment.apps "other" deleted')}\n   Only \`«other|web»\` is left.\n`,
  'what is done by the way': `2. Look:${block('$ kubectl create configmap one')}
3. Delete it with \`kubectl delete configmap «two|one»\`; the ConfigMap \`one\` is gone.\n`,
  'another time': `2. «Upgrade the cluster to 1.32|Restart the kubelet».\n3. Before the upgrade:${look}`,
  'what it has anew': `2. Expose it:${block('$ kubectl expose deployment web --port=80')}
3. Do it again:${block('$ kubectl «label service web a=b|delete service web» && kubectl expose deployment web --port=80 --name=web«2|»')}
   The Service \`web\` has a new cluster IP.\n`,
  'what it keeps when it is made anew': `2. Expose it:${block('$ kubectl expose deployment web --port=80')}
3. Delete the Service and create it again; it keeps its «cluster IP|type»:${block('$ kubectl delete service web\n$ kubectl expose deployment web --port=80')}`,
  'what it keeps in the step after': `2. Expose it:${block('$ kubectl expose deployment web --port=80')}
3. Do it again:${block('$ kubectl delete service web\n$ kubectl expose deployment web --port=80')}
4. Look:${look}
   The Service \`web\` keeps its «cluster IP|type».\n`,
  'names of Pods that were replaced': `2. Look:${block('$ kubectl «delete pods --all|get pods» >/dev/null\n$ kubectl rollout status deployment web >/dev/null')}
   The Pods keep their names.\n`,
  'what the block below does': `2. Expose it:${block('$ kubectl expose deployment web --port=80')}
3. After the Service was deleted, the «Deployment|Service» is gone:${block('$ kubectl delete service web')}`,
  'what is exposed': `2. Expose it:${block('$ kubectl expose deployment web --port=80\nservice/web exposed')}\n   Verify that the EndpointSlice has «two|three» endpoints.\n`,
  'a label': `2. Label it with \`tier=«back|front»\`:${block('$ kubectl label deployment web tier=front\ndeployment.apps/web labeled')}`,
  'a gate of another value': `2. «Disable|Enable» the \`JobManagedBy\` feature gate:${block('$ FEATURE_GATES=JobManagedBy=true hack/local-up-cluster.sh')}`,
  'a variable that nothing reads': `2. Enable the \`JobManagedBy\` feature gate:${block('$ «FEATURE_GATE|FEATURE_GATES»=JobManagedBy=true hack/local-up-cluster.sh')}`,
  'a release that nothing starts': `2. «Downgrade|Upgrade» the cluster to v1.32.\n`,
  'a gate that is off':
    '2. Disable the `«JobManagedBy|JobPodReplacementPolicy»` feature gate in kube-apiserver.\n',
  'a patch': `2. Change it:${block(`$ kubectl patch deployment web -p '{"spec":{"replicas":«3|4»}}'`)}`,
  'an edit': `2. Edit it:${block("$ echo 'a: true' > c.yaml\n$ sed -i 's/«b|a»: true/a: false/' c.yaml\n$ grep -c a c.yaml\n1")}`,
  'a dry run': `2. Scale it to 5:${block('$ kubectl scale deployment web --replicas=5 «--dry-run=client|»')}`,
  'an absent object': `2. Delete it:${block('$ kubectl delete deployment «wep|web» --ignore-not-found')}`,
  'a failure that may be': `2. Delete it:${block('$ kubectl delete deployment «wep|web» || true')}`,
  'a failure that is hidden': `2. Scale it:${block("$ if kubectl scale deployment «wep|web» --replicas=4; then echo yes; fi\n$ kubectl get deployment web -o jsonpath='{.metadata.name}'\nweb")}`,
  'a failure that is none': `2. Scaling it fails:${block('$ kubectl scale deployment «web|wep» --replicas=4')}`,
  'addresses that it has': `2. Expose it:${block('$ kubectl expose deployment web --port=80')}\n   The Service has «no|a» cluster IP.\n`,
  'an answer': `2. Create it again:${block('$ kubectl create deployment web --image=nginx')}\n   The API server responds with a «404|409».\n`,
  'from what it changed': `2. Scale it:${scale}\n   \`.spec.replicas\` of the Deployment goes from «2|3» to 4.\n`,
  'in which direction': `2. Scale it:${scale}\n   \`.spec.replicas\` of the Deployment «drops|rises» to 4.\n`,
  'what never went': `2. Look:${look}\n   The Deployment is «back|there».\n`,
  'a new one of a kind that nothing names': `2. Annotate it:${block('$ kubectl annotate deployment web a=b\ndeployment.apps/web annotated')}\n   «A|No» new ReplicaSet is created.\n`,
  'what comes after an act': `2. Annotate it«, whereupon the Deployment is there|»:${block('$ kubectl annotate deployment web a=b\ndeployment.apps/web annotated')}`,
  'a word of a statement above an output': `2. ${above('The name is «unique|web»:')}`,
  'a namespace of one letter': `2. Create the namespace «y|x»:${block('$ kubectl create ns x\nnamespace/x created')}`,
  'what was there before': `2. Scale it:${scale}\n   The Deployment no longer has «5|3» replicas.\n`,
  'the first bytes of a dump': `2. Look at it:${block('$ etcdctl get /registry/deployments/default/web --print-value-only | od -An -tx1\n «0a 44 65 70|6b 38 73 00» .. ..')}`,
  'after what prints nothing': `2. Look at it:${block("$ cd /tmp && kubectl get deployment web -o jsonpath='{.metadata.name}'\n«wep|web»")}`,
  'a fragment that is there':
    '2. The Deployment does not contain:\n\n   ```yaml\n   spec:\n     replicas: «3|2»\n   ```\n',
  'before what changes it': `2. ${after(`Look again.\n\n   The Deployment \`web\` has «4|3» replicas:${scale}`)}`,
  'asked for before what changes it': `2. ${after(`Look again.\n\n   Verify that the Deployment \`web\` now has «3|4» replicas:${scale}`)}`,
  'after a refusal that is shown': `2. Start it with a gate that there is not:${block(`$ FEATURE_GATES=NoSuchGate=true hack/local-up-cluster.sh
...
E1124 19:14:49.331000       1 run.go:72] "command failed" err="unrecognized feature gate: NoSuchGate"
...`)}\n3. There are no «pods|Jobs».\n`,
  'what does not start': `2. Restart kube-apiserver with \`--feature-gates=«JobSuccessPolicy|NoSuchGate»=true\`: it refuses to start.\n`,
  'what it starts with': `2. Restart kube-controller-manager with \`--feature-gates=«NoSuchGate|JobSuccessPolicy»=false\`. It starts again.\n`,
  'where a gate is no longer on': `2. Upgrade the cluster to 1.32, where \`JobManagedBy\` is on by default «no longer|now».\n`,
  'when a stage began': `2. Look:${look}\n   The stages of \`JobManagedBy\`:\n\n   | Stage | Version |\n   | --- | --- |\n   | Alpha | 1.30 |\n   | Beta | 1.«33|32» |\n`,
  'a stage beside what is not read': `2. Look:${look}\n   Now \`JobManagedBy\` is «GA|alpha», and the field can be used.\n`,
  'a storage class that nothing makes': `2. Start it anew:${block(`$ KUBE_DEFAULT_STORAGE_CLASS=«false|true» ENABLE_HOSTPATH_PROVISIONER=true hack/local-up-cluster.sh
$ kubectl get storageclass -o name
storageclass.storage.k8s.io/standard`)}`,
  'an object that is shown whole': `2. Look:${look}\n   The Deployment looks as follows:\n\n   \`\`\`yaml\n   apiVersion: apps/v1\n   kind: Deployment\n   metadata:\n     name: «wep|web»\n   spec:\n     replicas: 3\n   \`\`\`\n`,
  'what a manifest has': `2. The following Pod has «two containers|one container»:\n\n   \`\`\`yaml\n   apiVersion: v1\n   kind: Pod\n   metadata: {name: own}\n   spec:\n     containers: [{name: a, image: nginx}]\n   \`\`\`\n${block('$ kubectl apply -f own.yaml\npod/own created')}`,
  'a number of a manifest that is saved': `2. Save it as \`limits.yaml\`. The following policy denies more than «three|five» replicas:\n\n   \`\`\`yaml\n   apiVersion: v1\n   kind: ConfigMap\n   metadata: {name: policy}\n   data: {expression: replicas <= 5}\n   \`\`\`\n${block('$ kubectl apply -f limits.yaml\nconfigmap/policy created')}`,
  'a quality in a title': `2. A «headless|plain» Service for the Pods:${block(`$ cat <<X | kubectl apply -f -
apiVersion: v1
kind: Service
metadata: {name: own}
spec: {selector: {app: web}, ports: [{port: 80}]}
X
service/own created`)}`,
  'two outcomes of one sentence': `2. Make two. The first is accepted, the second is «accepted|refused»:${block('$ kubectl create configmap one\nconfigmap/one created\n$ kubectl create configmap one\nerror: failed to create configmap: configmaps "one" already exists')}`,
  'a gate before a clause': `2. Look:${look}\n   In 1.31 \`JobManagedBy\` is alpha and «on|off» by default, so there is also a Deployment named \`web\`.\n`,
  'which release serves what': `2. Look:${look}\n   The group \`flowcontrol.apiserver.k8s.io\`:\n\n   | release | v1beta3 | v1 |\n   | --- | --- | --- |\n   | 1.32 | «yes|no» | yes |\n`,
  'what may be done': `2. Ask. Nobody knows \`x\`, which «can|cannot» create Pods:${block('$ kubectl auth can-i create pods --as=x\nno')}`,
  'a clause beside others': `2. Look:${look}\n   The Deployment exists, hence it has three replicas, and the Deployment, which has «two|three» ready replicas, is available.\n`,
  'what was never restarted': `2. Look:${look}\n   The Pods are Running as before, and no Pod was «kept|lost».\n`,
  'a count of an example': `2. Look:${block('$ kubectl get deployment web -o yaml')}\n   This gives output similar to:\n\n   \`\`\`yaml\n   spec:\n     replicas: «4|3»\n   \`\`\`\n`,
  'a default in brackets': `2. Start it again (\`JobManagedBy\` defaulted to «true|false»):${block('$ hack/local-up-cluster.sh')}`,
  'a default of a title': `2. Version 1.31 \`FEATURE_GATES=JobManagedBy=true\` («default value|not the default»)${block('$ FEATURE_GATES=JobManagedBy=true hack/local-up-cluster.sh')}`,
  'which component is restarted': `2. Perform a restart of «kube-proxy|the kubelet»:${block('$ sudo systemctl restart kubelet')}`,
  'which kind sets a field': `2. Check that «Services|Deployments» set \`spec.strategy\`:${block('$ kubectl get deployment web -o yaml')}`,
  'a gate that is not turned on': `2. Upgrade the cluster to 1.32 where \`JobManagedBy\` is «not |»enabled.\n3. The \`JobManagedBy\` feature gate is enabled.\n`,
  'what a selector finds': `2. Verify that the Pods are running:${block('$ kubectl get pods -l app=«wep|web» -o yaml')}`,
  'the size of the cluster that is there': `2. Create a ConfigMap on the «two|one»-node cluster:${block('$ kubectl create configmap one\nconfigmap/one created')}`,
  'a kind that is made again': `2. Delete the «Service|Deployment» and recreate it:${block('$ kubectl delete deployment web\ndeployment.apps "web" deleted\n$ kubectl create deployment web --image=nginx\ndeployment.apps/web created')}`,
  'a quota of Pods': `2. Create a quota of «three|two» Pods:${block('$ kubectl create quota q --hard=pods=2\nresourcequota/q created')}`,
  'what is applied by "it"': `2. A ConfigMap:\n\n   \`\`\`yaml\n   apiVersion: v1\n   kind: ConfigMap\n   metadata: {name: own}\n   data: {a: "1"}\n   \`\`\`\n\n   Apply it.\n\n3. Look:${block("$ kubectl get configmap own -o jsonpath='{.data.a}'\n«2|1»")}`,
  'a number of nodes': `2. Create a new cluster with «six nodes|one node»:${block('$ kind create cluster')}`,
  'many nodes': `2. Create a new cluster with «100|1» nodes:${block('$ kind create cluster')}`,
  'a node count in one word': `2. Create a new «six-node|one-node» cluster:${block('$ kind create cluster')}`,
  'leases of what kubeadm starts': `2. Create a kind cluster, whose scheduler holds a lease:${block(`$ kind create cluster
$ kubectl -n kube-system get lease kube-«proxy|scheduler» -o name
lease.coordination.k8s.io/kube-«proxy|scheduler»`)}`,
  'fewest nodes': `2. Create a new cluster with at least «4|2» nodes:${nodes}`,
  'what a relative clause says of a gate':
    '2. Disable the `JobManagedBy` feature gate, which is «locked|disabled» now.\n',
  'the field that is not named': `2. Create a Service.${block('$ kubectl create service clusterip db --tcp=80')}\n   The Service «no longer has|has» the field:${block("$ kubectl get service db -o jsonpath='{.spec.type}'\nClusterIP")}`,
}

const printing = (remark: string): string =>
  `Look:${block(`$ kubectl get deployment web -o jsonpath='{.spec.replicas}' ${remark}\n3`)}`
const says = (text: string): string => `Look at the Deployment:${look}\n   ${text}\n`
const titled = (text: string, command?: string): string =>
  `${text}${command === undefined ? look : block(command)}`
const definition = `Make a definition:${block(`$ kubectl apply -f - <<E
apiVersion: apiextensions.k8s.io/v1
kind: CustomResourceDefinition
metadata: {name: foos.a.io}
spec:
  group: a.io
  scope: Namespaced
  names: {plural: foos, singular: foo, kind: Foo}
  versions:
  - name: v1
    served: true
    storage: true
    schema: {openAPIV3Schema: {type: object, x-kubernetes-preserve-unknown-fields: true}}
    subresources: {scale: {specReplicasPath: .spec.replicas, statusReplicasPath: .status.replicas}}
E
customresourcedefinition.apiextensions.k8s.io/foos.a.io created`)}
   \`.spec.versions[0].subresources.scale.specReplicasPath\` of the CustomResourceDefinition is `

/** Steps of one document, of which each has something false that no other has to do with; the true one passes. */
const compared: readonly string[] = [
  `${definition}\`.«status|spec».replicas\`.\n`,
  says('`.status.observedGeneration` is «not |»`.metadata.generation`.'),
  says('`.metadata.generation` is «|not »`.status.availableReplicas`.'),
  says('`.status.observedGeneration` equals `.«spec.replicas|metadata.generation»`.'),
  says('`.spec.strategy` is not `«RollingUpdate|Recreate»`.'),
  says('`.spec.selector.matchLabels` is `app=«db|web»`.'),
  says('The value of the `uid` field in the «spec|metadata» is not empty.'),
  '«Stop|Restart» the kubelet: `systemctl restart kubelet`.',
  titled('List the «services|Deployment»:'),
  titled('Get the Deployment after it «failed|was created»:'),
  says('`.spec.strategy.rollingUpdate` is `maxSurge=«30|25»%,maxUnavailable=25%`.'),
  says('`.spec.template.spec.securityContext` is «not |»`runAsUser=1000`.'),
  'Restart kube-apiserver; all pods are «pending|running».',
  'Restart kube-apiserver, and the pods are «pending|running».',
  'Restart the kubelet — Deployment `web` has «5|3» replicas.',
  'Restart the kubelet (there are «four|three» pods).',
  'Restart the kubelet while the pods are «pending|running».',
  titled('Show the «Job|Deployment»:'),
  titled('Get the «ConfigMap|Deployment»:'),
  titled('Get the Deployment after it was «deleted|created»:'),
  ...['A warning is printed', 'The API server warns that it is deprecated', 'You will see a warning'].map(
    (text) => titled(`${text}:`, '$ kubectl get «deployments|componentstatuses» -o name >/dev/null'),
  ),
  ...['No warning is printed', 'kubectl does not warn', 'There are no warnings'].map((text) =>
    titled(`${text}:`, '$ kubectl get «componentstatuses|deployments» -o name >/dev/null'),
  ),
  titled(
    'The API warns of it:',
    `$ kubectl get componentstatuses -o yaml
«|Warning: v1 ComponentStatus is deprecated in v1.19+»
apiVersion: v1
items:
...
kind: List`,
  ),
  titled('Print the «version|name» of the node:', '$ kubectl get nodes -o name\nnode/127.0.0.1'),
  titled('Show the number of «pods|Deployments»:', '$ kubectl get deployments -o name | wc -l\n1'),
  says('The node has «three|four» conditions.'),
  titled('The deployment «db|web»:'),
  titled('In the «kube-public|default» namespace:'),
  titled('The Deployment «is back|is there»:'),
  titled('Look at the Deployment (i.e. it has «2|3» replicas):'),
  says('`.spec.revisionHistoryLimit` is «5|10» by default.'),
  'Scale to «5|3»: `kubectl scale deployment web --replicas=3`.',
  says('The session affinity of the Service `kubernetes` is «ClientIP|None».'),
  // From here on the release changes where the sentence is true, and only there.
  'Upgrade the cluster from release v1.31.«9|0» to v1.32.',
  'Downgrade the cluster (1.«33|32» -> 1.31).',
  'Upgrade the cluster to v1.32 from v1.«30|31».',
  'Downgrade the cluster, which runs 1.«33|32», to 1.31.',
  'Upgrade the cluster from v1.«30|31» to v1.32.',
  'Downgrade kube-apiserver from a 1.«33|32» release to 1.31.',
]
/** As those; the true one is at best not checked. */
const unread: readonly string[] = [
  ...['answers', 'yields', 'was', 'responds with', 'ends with'].map(
    (verb) => `Check that \`kubectl auth can-i create pods\` ${verb} \`«no|yes»\`.`,
  ),
  'Check in the namespace `default` that `kubectl auth can-i create pods` answers "«no|yes»".',
  'Restart the kubelet; nothing «keeps running|crashes».',
  ...[
    'kube-proxy uses the «ipvs|iptables» proxier',
    'The kubelet uses the «systemd|cgroupfs» cgroup driver',
    'kube-proxy uses «nftables|iptables»',
    'The kubelet logs «an error|its version»',
    'The events «stop|go on»',
  ].map((text) => says(`${text}.`)),
  says('`.spec.strategy.rollingUpdate` is «not |»`maxSurge=25%`.'),
  ...[
    'strategy: «Recreate|RollingUpdate»',
    'Service type «NodePort|ClusterIP»',
    'QoS class «Guaranteed|BestEffort»',
    '«privileged|unprivileged» containers',
  ].map((item) => says(`\n   - ${item}`)),
  ...['shows', 'must be', 'must print', 'still', 'now', '=', 'should now show'].map((words) =>
    printing(`# ${words} «4|3»`),
  ),
  printing('# → «four|three»'),
  ...[
    '**«4|3» pods**',
    'The Deployment «lost|gained» two replicas.',
    'The second update «failed|succeeded».',
    'kube-scheduler is «not |»running.',
    'The Secret is «stored encrypted|not encrypted» in etcd.',
    'Two warnings are «printed|not printed».',
  ].map(says),
]
/** As those that are compared: parts of an object below a command. */
const shownParts: readonly string[] = [
  'yaml\n   spec:\n     replicas: «4|3»',
  'json\n   "replicas": «4|3»',
  'json\n   "replicas": «4|3»,\n   "revisionHistoryLimit": 10,',
  'yaml\n   strategy: {type: «Recreate|RollingUpdate»}',
  '\n   conditions:\n   - type: Available\n     status: "«False|True»"',
].map((lines) => says(`\n\n   \`\`\`${lines}\n   \`\`\``))
const statuses: readonly string[] = [
  says('The Deployment has the condition `Available=«False|True»`.'),
  `Look:${block('$ kubectl get service nope >/dev/null 2>&1; echo $?\n«0|1»')}`,
  `Look:${block('$ kubectl get «node|componentstatuses» -o name --warnings-as-errors >/dev/null 2>&1; echo $?\n1')}`,
  `Look:${block(`$ kubectl get componentstatuses -o name --warnings-as-errors
Warning: v1 ComponentStatus is deprecated in v1.19+
componentstatus/controller-manager
componentstatus/etcd-0
componentstatus/scheduler
error: «2 warnings|1 warning» received`)}`,
  `Look:${block('$ kubectl get service nope 2>/dev/null\n$ echo "exit code $?"\nexit code «2|1»')}`,
]
const changed = `2. Change it:${block(`$ kubectl patch deployment web -p '{"spec":{"template":{"spec":{"securityContext":{"runAsUser":1000}}}}}'
deployment.apps/web patched
$ kubectl rollout status deployment web >/dev/null`)}`

it('many steps', { timeout: 180_000 }, async () => {
  const passing = [...compared, ...shownParts, ...statuses]
  const steps = [...unread, ...passing]
  const text = documentOf([changed, ...steps.map((step, i) => `${i + 3}. ${step}`)].join('\n'))
  const withOutcome = async (isTrue: boolean, outcome: Outcome): Promise<string[]> => {
    const outcomes = (await outcomesOf(version(text, isTrue), [])).steps
    expect(outcomes).toHaveLength(steps.length + 2)
    return steps.filter((_, i) => outcomes[i + 2] === outcome)
  }
  expect(await withOutcome(true, 'passed')).toEqual(passing)
  expect(await withOutcome(false, 'passed')).toEqual([])
})

const mayBe: readonly Outcome[] = ['passed', 'not checked', 'could not run']
const noticed: readonly Outcome[] = ['differs', 'not checked', 'could not run']

/** Holds that what is true does not differ, and that what is false does not pass. */
async function judge(isTrue: string, isFalse: string): Promise<void> {
  expect(isTrue).not.toBe(isFalse)
  expect(isTrue.split('\n')).toHaveLength(isFalse.split('\n').length)
  const { steps, variants } = await outcomesOf(isTrue, [isFalse])
  expect(mayBe).toContain(worstOf(steps))
  const [other] = variants
  // What is not told by the replay of the true one is told by a replay of its own.
  const alone = other === null || other === 'passed'
  expect(noticed).toContain(alone ? worstOf((await outcomesOf(isFalse, [])).steps) : other)
}

it.each([
  ['looked at', '', looked],
  ['in a pod', box, inPod],
])('%s', { timeout: 180_000 }, async (_, before, steps) => {
  const texts = Object.values(steps)
  const first = before === '' ? 2 : 3
  const textOf = (isFalse?: number): string =>
    documentOf(before + texts.map((step, i) => `${i + first}. ${version(step, i !== isFalse)}`).join('\n'))
  const { steps: own, variants } = await outcomesOf(
    textOf(),
    texts.map((_step, i) => textOf(i)),
  )
  // Whatever else: the cluster runs, and what is there to be looked at is there.
  expect(own.slice(0, first - 1)).toEqual(Array(first - 1).fill('passed'))
  expect(own.filter((one) => !mayBe.includes(one))).toEqual([])
  expect(own).not.toContain('could not run')
  expect(own.filter((one) => one === 'passed').length).toBeGreaterThan(own.length / 2)
  const names = Object.keys(steps)
  const told = names.filter((_name, i) => noticed.includes(variants[i] ?? 'passed'))
  for (const [i, name] of names.entries())
    if (!told.includes(name)) await judge(...twoOf(`${before}${first}. ${texts[i]!}`))
})

const twoOf = (steps: string): [string, string] => [
  documentOf(version(steps, true)),
  documentOf(version(steps, false)),
]

it.each(Object.entries(documents))('%s', { timeout: 180_000 }, (_, steps) => judge(...twoOf(steps)))
