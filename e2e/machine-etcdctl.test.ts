// etcdctl on the machine: over the store of kind's cluster, in its pod, on its node, and after a restore.
import { expect, it } from 'vitest'
import { simulatedMachine } from './simulated-machine.ts'

const pki = '/etc/kubernetes/pki/etcd'
const flags = `--endpoints=https://127.0.0.1:2379 --cacert=${pki}/ca.crt --cert=${pki}/server.crt --key=${pki}/server.key`
const inPod = `kubectl -n kube-system exec etcd-kind-control-plane -- etcdctl ${flags}`
const onNode = (command: string): string => `docker exec kind-control-plane sh -c '${command}'`
const key = '/registry/configmaps/default/a'

it('shows, changes and saves what the cluster stores', async () => {
  const machine = simulatedMachine()
  const out = async (command: string): Promise<string> => (await machine.run(command)).stdout
  await machine.run('kind create cluster')
  await machine.run('kubectl create configmap a --from-literal=k=v')
  expect(await out(`${inPod} get ${key} --keys-only`)).toBe(`${key}\n\n`)
  expect(await out(`${inPod} get ${key} --print-value-only | xxd -l 16`)).toBe(
    '00000000: 6b38 7300 0a0f 0a02 7631 1209 436f 6e66  k8s.....v1..Conf\n',
  )
  expect(await out(`${inPod} get ${key} --print-value-only | od -c -N 4`)).toBe(
    '0000000   k   8   s  \\0\n0000004\n',
  )
  expect(await out(`${inPod} get ${key} -w json | jq -r .kvs[0].value | base64 -d | head -c 3`)).toBe('k8s')
  expect(await out(onNode(`etcdctl ${flags} snapshot save /tmp/s.db`))).toBe('Snapshot saved at /tmp/s.db\n')
  expect(await out(onNode('etcdutl snapshot status /tmp/s.db -w json'))).toMatch(
    /^\{"hash":\d+,"revision":\d+,/,
  )
  expect(await out(`${inPod} del ${key}`)).toBe('1\n')
  expect(await machine.run('kubectl get configmap a')).toMatchObject({
    exitCode: 1,
    stderr: 'Error from server (NotFound): configmaps "a" not found\n',
  })
  const refused = await machine.run(onNode('etcdctl get /registry --prefix'))
  expect(refused).toMatchObject({ exitCode: 1, stderr: 'Error: context deadline exceeded\n' })
})
