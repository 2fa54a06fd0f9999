// `create TYPE NAME`: objects made of flags.

import { operationPrinter } from '../../printers/printer.ts'
import type { Run } from '../../run.ts'
import { updateLastAppliedOfMade } from '../apply/last-applied.ts'
import { configGenerators } from './generate-config.ts'
import { policyGenerators } from './generate-policy.ts'
import { rbacGenerators } from './generate-rbac.ts'
import { serviceGenerators } from './generate-service.ts'
import { workloadGenerators } from './generate-workload.ts'
import type { Generator } from './generator.ts'
import { submit } from './submit.ts'

const generators: Readonly<Record<string, Generator>> = {
  ...configGenerators,
  ...policyGenerators,
  ...rbacGenerators,
  ...serviceGenerators,
  ...workloadGenerators,
}

/** The command `kubectl create NAME …` of a generator. */
export function generator(name: string): Run {
  return async (session, words) => {
    if (words.length !== 1) throw session.usageError(`exactly one NAME is required, got ${words.length}`)
    const { build, failure } = generators[name]!
    const print = await operationPrinter(session, undefined, true)
    const built = await build(session, words[0]!)
    print(
      await submit(session, updateLastAppliedOfMade(built, session.flags.bool('save-config')), failure),
      'created',
    )
    return 0
  }
}
