import { expect, it } from 'vitest'
import type { ExpressionWarning, ValidatingAdmissionPolicySpec } from '../../api/admissionregistration-v1.ts'
import { schemeFor } from '../../apimachinery/scheme/scheme.ts'
import { minorOf } from '../../component-base/minor.ts'
import { releaseFacts } from '../../component-base/release-facts.ts'
import recorded from './recorded.json' with { type: 'json' }
import { typeIn } from './schemas.ts'
import { expressionWarnings, type KindsFor, kindsOf, type TypedKind } from './type-check.ts'

interface Recorded {
  readonly name: string
  readonly spec: ValidatingAdmissionPolicySpec
  readonly status: { typeChecking?: { expressionWarnings?: ExpressionWarning[] } }
}

const { release } = recorded
const policies = recorded.policies as unknown as readonly Recorded[]
const schemas = schemeFor(release)
const minor = minorOf(release)

const kindsFor: KindsFor = async (group, version, resource) =>
  releaseFacts(release, 'discovery').groupVersions.flatMap((served) =>
    served.version === version && (group === '' || served.group === group)
      ? served.resources.flatMap(({ name, kind }) =>
          name === resource ? [{ group: served.group, version, kind }] : [],
        )
      : [],
  )

/** The types of objects have the time in their names. */
const withoutTimes = (warnings: readonly ExpressionWarning[]): ExpressionWarning[] =>
  warnings.map((one) => ({ ...one, warning: one.warning?.replace(/([A-Z]\w+?)\d+\./g, '$1.') ?? '' }))

it.each(policies.map((one) => [one.name, one] as const))(
  'warns of the types in %s as kube-controller-manager does',
  async (_name, { spec, status }) => {
    const kinds = await kindsOf(spec, kindsFor)
    const types = kinds.flatMap((kind): TypedKind[] => {
      const type = typeIn(schemas, kind, `${kind.kind}1`)
      return type === undefined ? [] : [{ kind, type }]
    })
    const [version = '', group = ''] = (spec.paramKind?.apiVersion ?? '').split('/').reverse()
    const params = spec.paramKind
      ? { type: typeIn(schemas, { group, version, kind: spec.paramKind.kind! }, 'Params1') }
      : undefined
    const warnings = expressionWarnings(spec, types, params, minor)
    expect(withoutTimes(warnings)).toEqual(withoutTimes(status.typeChecking?.expressionWarnings ?? []))
  },
)
