// Upstream: kubectl/pkg/cmd/apply/apply_view_last_applied.go

import { goJson } from '../../../apimachinery/go-print/json-values.ts'
import { emitYaml } from '../../../apimachinery/yaml-emitter.ts'
import { buildTargets, flagOptions, visit } from '../../resources/builder.ts'
import type { Session } from '../../session.ts'
import { originalConfiguration } from './last-applied.ts'

/** `kubectl apply view-last-applied`: the annotation's object as YAML or JSON; objects without one are skipped. */
export async function viewLastApplied(session: Session, words: string[]): Promise<number> {
  const output = session.flags.string('output', 'yaml')
  if (output !== 'yaml' && output !== 'json')
    throw session.usageError(
      `Unexpected -o output mode: ${output}, the flag 'output' must be one of yaml|json`,
    )
  const options = { ...flagOptions(session), all: session.flags.bool('all') }
  await visit(session, await buildTargets(session, words, options), options, async (info) => {
    const applied = originalConfiguration(info.object)
    if (applied === undefined) return
    session.host.stdout(output === 'yaml' ? emitYaml(applied) : `${goJson(applied, 2)}\n`)
  })
  return 0
}
