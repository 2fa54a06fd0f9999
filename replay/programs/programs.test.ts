import { expect, it } from 'vitest'
import { machineCommands } from '../machine/commands.ts'
import { alternatives, checkedOut, isKnownAs, namesWhere, programNamed } from './programs.ts'
import { keywords, others, programs } from './table.ts'

it('has each program once', () => {
  const names = [
    ...others,
    ...keywords,
    ...Object.entries(programs).flatMap(([name, row]) => [name, ...('also' in row ? row.also : [])]),
  ]
  expect(names.filter((name, at) => names.indexOf(name) !== at)).toEqual([])
})

it('gives the machine the commands that it is said to have, and no others', () => {
  const commands = machineCommands.map(({ name }) => name)
  expect(commands.toSorted()).toEqual(namesWhere(({ machine }) => machine === true).toSorted())
})

it('calls commands of the machine by the paths of a checkout', () => {
  expect(checkedOut()).toEqual([
    ['_output/bin/kubectl', 'kubectl'],
    ['_output/local/bin/linux/amd64/kubectl', 'kubectl'],
    ['cluster/kubectl.sh', 'kubectl'],
    ['_output/bin/kubelet', 'kubelet'],
    ['_output/local/bin/linux/amd64/kubelet', 'kubelet'],
    ['_output/bin/kube-apiserver', 'kube-apiserver'],
    ['_output/local/bin/linux/amd64/kube-apiserver', 'kube-apiserver'],
    ['_output/bin/kube-proxy', 'kube-proxy'],
    ['_output/local/bin/linux/amd64/kube-proxy', 'kube-proxy'],
    ['hack/local-up-cluster.sh', 'local-up-cluster.sh'],
  ])
  for (const [, command] of checkedOut()) expect(isKnownAs(command, 'machine')).toBe(true)
})

it.each(['constructor', '__proto__', 'Deployment', ''])('does not know %j', (name) => {
  expect(programNamed(name)).toBeUndefined()
  expect(isKnownAs(name, 'looks')).toBe(false)
})

it('names them in regular expressions', () => {
  const names = new RegExp(`^(?:${alternatives(['k', 'kubectl', 'kubectl.sh'])})$`)
  expect(['k', 'kubectl.sh', 'kubectlxsh', 'kc'].map((one) => names.test(one))).toEqual([
    true,
    true,
    false,
    false,
  ])
})
