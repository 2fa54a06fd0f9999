import { expect, it } from 'vitest'
import { fakeMachine } from './testing/fake-machine.ts'

it.each([
  ['docker run busybox', ['not simulated']],
  ['systemctl cat kubelet', ['not simulated']],
  ['crictl pull busybox', ['not simulated']],
  ['curl http://10.96.0.10', ['no packets']],
  ['kubectl apply -f https://example.com/a.yaml', ['no network']],
  // Wherever it stands.
  ['sudo docker run busybox && echo done', ['not simulated']],
  ['echo a; docker run busybox; curl http://10.96.0.10; true', ['not simulated', 'no packets']],
  // Who lets it say nothing does not mind.
  ['docker run busybox 2>/dev/null || true', undefined],
  ['docker ps', undefined],
])('%s: the machine cannot do %j', async (command, limits) => {
  const { machine } = fakeMachine()
  expect((await machine.run(command)).limits).toEqual(limits)
})
