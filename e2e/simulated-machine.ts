import { onTestFinished } from 'vitest'
import { createComponentRuntime } from '../cli/component-runtime.ts'
import { recordedGateFacts } from '../cli/gate-facts.ts'
import { realClock } from '../component-base/clock.ts'
import { realRandom } from '../component-base/random.ts'
import type { AssumedObjects } from '../replay/machine/assumed-objects.ts'
import { builtinKubectl } from '../replay/machine/builtin-kubectl.ts'
import { createMachine } from '../replay/machine/create-machine.ts'
import type { Machine } from '../replay/machine/machine.ts'

/** A machine with the simulated components and the built-in kubectl, closed at the end of its test. @param branch that is checked out */
export function simulatedMachine(branch = 'master', assumed?: AssumedObjects): Machine {
  const facts = recordedGateFacts()
  const machine = createMachine({
    runtime: createComponentRuntime(),
    ...(assumed === undefined ? {} : { assumed }),
    kubectl: builtinKubectl,
    clock: realClock,
    random: realRandom,
    checkout: {
      branch,
      named: new Map(),
      newest: facts.newest,
      known: (release) => facts.known(release),
      full: (release) => facts.full(release),
    },
  })
  onTestFinished(() => machine.close())
  return machine
}
