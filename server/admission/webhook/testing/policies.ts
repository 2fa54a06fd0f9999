// Steps that make and remove admission policies, for cases that are played against servers.
import { type CaseStep, registration } from './play.ts'

/** An admission policy, with the fields of its binding's spec. */
export interface Policy {
  readonly kind: 'Validating' | 'Mutating'
  readonly name: string
  readonly spec: object
  readonly binding?: object
}

/** The steps that make a policy and its binding, and first delete those of an earlier run. */
export function policy({ kind, name, spec, binding }: Policy): CaseStep[] {
  const plural = `${registration}/${kind.toLowerCase()}admissionpolic`
  const one = `${kind}AdmissionPolicy`
  const make = (suffix: string, ownKind: string, own: object): CaseStep[] => [
    { method: 'DELETE', path: `${plural}${suffix}/${name}`, quiet: true },
    {
      method: 'POST',
      path: `${plural}${suffix}`,
      body: { apiVersion: 'admissionregistration.k8s.io/v1', kind: ownKind, metadata: { name }, spec: own },
      until: 201,
      quiet: true,
    },
  ]
  const actions = kind === 'Validating' ? { validationActions: ['Deny'] } : {}
  return [
    ...make('ies', one, spec),
    ...make('ybindings', `${one}Binding`, { policyName: name, ...actions, ...binding }).map((step) => ({
      ...step,
      settle: 1500,
    })),
  ]
}

/** The steps that delete a policy and its binding. */
export const dropped = (kind: string, name: string): CaseStep[] =>
  ['ybindings', 'ies'].map((suffix) => ({
    method: 'DELETE',
    path: `${registration}/${kind}admissionpolic${suffix}/${name}`,
    quiet: true,
    settle: 600,
  }))
