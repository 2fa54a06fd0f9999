// Upstream: apiextensions-apiserver/pkg/controller/openapi{,v3}/metrics.go
import type { RecordedRegistry } from '../../../../component-base/metrics/recorded-metrics.ts'
import { isTrue, servedVersions } from '../../definition/definition.ts'
import type { DefinitionChange, DefinitionDirectory } from '../../definition/definitions.ts'

/** The series are there as upstream has them, which makes them and counts nothing. */
export function countPublications(metrics: RecordedRegistry, definitions: DefinitionDirectory): void {
  const v2 = metrics.family('apiextensions_openapi_v2_regeneration_count')
  const v3 = metrics.family('apiextensions_openapi_v3_regeneration_count')
  definitions.listen((change) => {
    const reason = reasonOf(change)
    const definition = change.now ?? change.before
    if (reason === undefined || definition === undefined) return
    v2.with({ crd: change.name, reason })
    for (const { name = '' } of servedVersions(definition))
      v3.with({ crd: change.name, reason, group: definition.spec.group ?? '', version: name })
  })
}

/** A definition is published once it is established; undefined: nothing is published anew. */
function reasonOf({ now, before }: DefinitionChange): 'add' | 'update' | 'remove' | undefined {
  const [is, was] = [now, before].map((one) => one !== undefined && isTrue(one, 'Established'))
  if (!is) return was ? 'remove' : undefined
  if (!was) return 'add'
  return JSON.stringify(now?.spec) === JSON.stringify(before?.spec) ? undefined : 'update'
}
