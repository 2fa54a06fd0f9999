import { expect, it } from 'vitest'
import {
  asksServer,
  changesNothing,
  configures,
  findsNothing,
  freesNothing,
  isAsserted,
  needsCluster,
  neverEnds,
  onlyLooks,
  onlyLooksOn,
  opensEditor,
  readsTyped,
  tellsTime,
} from './command-kinds.ts'
import { commandLine } from './command-line.ts'

it.each([
  ['kubectl get pods', true],
  ['kubectl expose deployment web', true],
  ['kubectl delete pod a', false],
  ['kubectl create -f a.yaml && kubectl delete -f a.yaml', false],
  ['kubectl apply -f a.yaml', false],
  ['kubectl taint node a k=v:NoSchedule', true],
  ['kubectl taint node a k=v:NoExecute', false],
  ['kind create cluster', false],
])('%s frees nothing: %s', (command, wanted) => {
  expect(freesNothing(commandLine(command))).toBe(wanted)
})

it.each([
  ['kubectl get pods', true],
  ['sudo kubectl -n a get pods -o yaml', true],
  ['A=1 k --context x --v=2 describe pod a | grep b', true],
  ['cluster/kubectl.sh get pods', true],
  ['kubectl get pods -w', false],
  ['kubectl get pods --watch | head', false],
  ['kubectl get pods > file', false],
  ['kubectl delete pod get', false],
  ['kubectl apply -f get', false],
  ['git get', false],
])('%s only looks: %s', (command, looks) => {
  expect(onlyLooks(commandLine(command))).toBe(looks)
})

it.each([
  ['kubectl edit cm a', true],
  ['k -n a edit cm a', true],
  ['vim a.yaml', true],
  ['kubectl get edit-me', false],
])('%s opens an editor: %s', (command, opens) => {
  expect(opensEditor(commandLine(command))).toBe(opens)
  expect(configures(commandLine(command))).toBe(opens)
})

it.each([
  ['kubectl get nodes', true],
  ['cluster/kubectl.sh get nodes', true],
  ['echo x > k.yaml', false],
  ['sort -k 2 a', false],
  ['apt-get install -y kubectl=1.32.0-1.1', false],
  ['sudo yum install kubelet && kubectl get nodes', true],
])('%s needs a cluster: %s', (command, needs) => {
  expect(needsCluster(commandLine(command))).toBe(needs)
})

it.each([
  ['kubectl logs a', true],
  ['kubectl exec a -- ls', true],
  ['kubectl delete pod a', false],
  ['nft list ruleset', true],
  ['nft add table ip a', false],
  ['nft -f - <<EOF', false],
  ['iptables -t nat -nL', true],
  ['iptables -t nat -A A -j B', false],
  ['curl -s localhost:8001/api', true],
  ['curl -X POST localhost:8001/api -d "{}"', false],
  ["curl localhost:8001/api --data-binary '{}' | jq .", false],
  ['curl -XDELETE localhost:8001/api', false],
])('%s changes nothing: %s', (command, nothing) => {
  expect(changesNothing(commandLine(command))).toBe(nothing)
})

it.each([
  ["kubectl get pods | grep 'a|b'", true],
  ['kubectl get pods | egrep a', true],
  ['kubectl get pods | grep a | wc -l', false],
  ["kubectl get pods | grep 'a", false],
])('%s is a search: %s', (text, searches) => {
  expect(findsNothing({ command: commandLine(text), exitCode: 1, stdout: '', stderr: '' })).toBe(searches)
})

it.each([
  ['while true; do curl -s http://a; sleep 1; done', true, true],
  ['while :\ndo\n  kubectl get pods\ndone', true, true],
  ['for ((;;)); do date; done', true, true],
  ['while true; do kubectl delete pod a; done', true, false],
  ['while true; do curl a && break; done', false, false],
  ['while read a; do echo $a; done', false, false],
  ['kubectl run a --image b -- sh -c x', false, false],
])('%s goes on for ever: %s', (command, endless, looks) => {
  expect(neverEnds(commandLine(command))).toBe(endless)
  expect(onlyLooksOn(commandLine(command))).toBe(looks)
})

it.each([
  ['kubectl apply -f -', true],
  ['k create -f - --dry-run=client', true],
  ['kubectl apply --filename=-', true],
  ['cat a | kubectl apply -f -', false],
  ['kubectl apply -f - <<EOF\na\nEOF', false],
  ['kubectl apply -f -a.yaml', false],
])('%s takes what is typed: %s', (command, takes) => {
  expect(readsTyped(commandLine(command))).toBe(takes)
})

it('needs a cluster for what a cluster leaves on the machine', () => {
  expect(needsCluster(commandLine('cp ~/.kube/config a'))).toBe(true)
  expect(needsCluster(commandLine('cp ~/.kube/cache a'))).toBe(false)
})

it.each([
  ['date', true],
  ['date -u +%H:%M', true],
  ['date -d yesterday', false],
  ['kubectl get pods', false],
])('%s tells the time: %s', (command, tells) => {
  expect(tellsTime(commandLine(command))).toBe(tells)
})

it.each([
  ['kubectl get pods', true],
  ['docker ps', false],
  ['docker exec -ti n bash', false],
  ['docker exec -ti n curl -s localhost', true],
  ['docker exec -e A=b --user root n iptables-save', true],
  ['docker exec n git status', false],
  ['docker exec', false],
  ['docker exec n', false],
  ['docker exec n bash -l', false],
  ['docker exec -it n /bin/bash --login', false],
  ["docker exec n bash -lc 'curl -s localhost'", true],
  ['docker exec n bash check.sh', true],
  ['docker exec n /usr/bin/git status', false],
  ['docker exec n sudo /usr/sbin/iptables-save', true],
  ['docker exec n sudo git status', false],
  ['docker exec -itu root n curl -s localhost', true],
  ['docker container exec n curl -s localhost', true],
  ['docker container ls', false],
  ['docker --context kind exec n curl -s localhost', true],
  ['docker --context exec ps', false],
  ['docker ps; docker exec n curl -s localhost', true],
  ['docker ps && docker exec -it n bash', false],
  ['docker exec -it n bash\ndocker exec n curl -s localhost', true],
  ['docker ps | grep kind', false],
  ['kind get kubeconfig | kubectl apply -f -', true],
  ['cd a; mkdir b; sleep 5; echo done', false],
  ['cd a && kubectl get pods', true],
  ['cd a && kubectl get pods > pods.txt', false],
  ['cd a && kubectl get pods 2>&1', true],
  ['cd a && kubectl get pods 2> errors', true],
  ['A=b; git status', false],
  ['cd a; for b in c; do curl -s localhost; done', true],
  ['export A=$(kubectl get pods)', false],
])('%s asserts what it prints: %s', (command, asserted) => {
  expect(isAsserted(commandLine(command))).toBe(asserted)
})

it.each([
  ['kubectl get pods', true],
  ['kubectl version', true],
  ['kubectl create -f a.yaml --dry-run=client', true],
  ['kubectl create namespace a --dry-run=client -o yaml | kubectl apply -f -', true],
  ['kubectl create namespace a --dry-run=client -o name', false],
  ['kubectl version --client | grep -c Client', false],
  ['kubectl config get-contexts', false],
])('%s asks a server: %s', (command, asks) => {
  expect(asksServer(commandLine(command))).toBe(asks)
})
