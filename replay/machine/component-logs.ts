// The log files of components that run on the author's own computer.
import type { Machine } from './machine.ts'

const components = ['kube-apiserver', 'kube-controller-manager', 'kubelet', 'kube-proxy']

/** Brings `kubelet.log` and the others in a directory up to date. */
export async function writeLogs(machine: Machine, directory: string): Promise<void> {
  const { runtime, records } = machine.cluster
  if (runtime.journal === undefined) return
  for (const component of components) {
    const name = [...records.keys()].find((one) => one.split('/')[0] === component)
    if (name === undefined) continue
    const text = runtime
      .journal(component, name.split('/')[1] ?? '')
      .map((line) => line.text)
      .join('')
    const path = `${directory}/${component}.log`
    const before = await machine.readFile(path).catch(() => undefined)
    if (before !== text) await machine.writeFile(path, text)
  }
}
