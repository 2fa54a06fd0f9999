// What kind's clusters show of their static pods, as manifests change.
import { expect, it } from 'vitest'
import { simulatedMachine } from './simulated-machine.ts'

it('starts a component again that lost its lease, and replaces a pod whose manifest is another', async () => {
  const machine = simulatedMachine()
  const pods = async (columns: string): Promise<Record<string, string>> => {
    const { stdout } = await machine.run(
      `kubectl get pods -n kube-system -l tier=control-plane --no-headers -o custom-columns=A:.metadata.labels.component,B:${columns}`,
    )
    return Object.fromEntries(
      stdout
        .trim()
        .split('\n')
        .map((line) => line.split(/\s+/)),
    )
  }
  const edit = (component: string, flag: string) =>
    machine.run(
      `docker exec kind-control-plane sed -i 's|    - ${component}$|    - ${component}\\n    - ${flag}|' /etc/kubernetes/manifests/${component}.yaml`,
    )
  const restarts = '.status.containerStatuses[0].restartCount'
  const settled = (expected: Record<string, string>) =>
    expect.poll(() => pods(restarts), { timeout: 60_000, interval: 200 }).toEqual(expected)
  await machine.run('kind create cluster')
  const never = { etcd: '0', 'kube-apiserver': '0', 'kube-controller-manager': '0', 'kube-scheduler': '0' }
  await settled(never)
  const first = await pods('.metadata.uid')
  expect((await pods('.spec.containers[0].command'))['kube-apiserver']).toMatch(/^\[kube-apiserver,?/)

  await edit('kube-apiserver', '--profiling=false')
  await settled({ ...never, 'kube-controller-manager': '1', 'kube-scheduler': '1' })
  const second = await pods('.metadata.uid')
  expect(second).toEqual({ ...first, 'kube-apiserver': second['kube-apiserver'] })
  expect(second['kube-apiserver']).not.toBe(first['kube-apiserver'])
  const { stdout } = await machine.run(
    'kubectl describe pod -n kube-system kube-scheduler-kind-control-plane',
  )
  expect(stdout).toMatch(/Last State: +Terminated\n +Reason: +Error\n +Exit Code: +1\n/)

  await edit('kube-controller-manager', '--profiling=false')
  await settled({ ...never, 'kube-scheduler': '1' })
  const third = await pods('.metadata.uid')
  expect(third['kube-controller-manager']).not.toBe(first['kube-controller-manager'])

  await machine.run('docker exec kind-control-plane rm /etc/kubernetes/manifests/kube-scheduler.yaml')
  expect(Object.keys(await pods(restarts)).sort()).toEqual(Object.keys(never).slice(0, 3).sort())
})
