import type { RawPlan } from '../raw-plan.ts'
import { newestRelease, recordedSpecs } from '../recorded-gates.ts'
import type { PositionedYaml, YamlPath } from '../yaml-positions.ts'
import { claimed, type PlannedProbe, type ProbeClaim } from './planned-probe.ts'

/** Findings about a plan's probes, each as `file:line:column: what`. */
export function checkProbes(plan: RawPlan, yaml: PositionedYaml): string[] {
  const probes = plan.probes ?? []
  return probes.flatMap((probe, i) => {
    const path: YamlPath = ['probes', i]
    const twice = probes.findIndex(({ name }) => name === probe.name) < i
    return [
      ...(twice ? [`${yaml.at([...path, 'name'])}: the plan has a probe ${probe.name} twice`] : []),
      ...requestFindings(probe).map((text) => `${yaml.at([...path, 'request'])}: ${text}`),
      ...(probe.claims ?? []).flatMap((claim, k) =>
        claimFindings(claim, probe, plan).map((text) => `${yaml.at([...path, 'claims', k])}: ${text}`),
      ),
    ]
  })
}

function requestFindings({ request, body, as }: PlannedProbe): string[] {
  const [method] = request.split(' ')
  if (as !== undefined && method !== 'PATCH') return [`as is for PATCH, not for ${method}`]
  if (['POST', 'PUT', 'PATCH'].includes(method!) && body === undefined) return [`${method} needs a body`]
  if (method === 'GET' && body !== undefined) return ['GET takes no body']
  return as === 'apply' && !request.includes('fieldManager=')
    ? ['as: apply needs ?fieldManager=NAME in the path']
    : []
}

function claimFindings(claim: ProbeClaim, { show }: PlannedProbe, plan: RawPlan): string[] {
  if (claimed.every((key) => claim[key] === undefined))
    return [`the claim says nothing: it needs one of ${claimed.join(', ')}`]
  if ((claim.is !== undefined || claim.set !== undefined) && show === undefined)
    return ['is and set speak of what show names: the probe has none']
  if (claim.refused !== undefined && claimed.some((key) => key !== 'refused' && claim[key] !== undefined))
    return ['refused stands alone: a component that does not start answers nothing']
  return Object.keys(claim.where ?? {})
    .filter((gate) => !plan.gates?.some(({ name }) => name === gate) && recordedSpecs(gate).length === 0)
    .map((gate) => `neither the plan nor ${newestRelease()} has a gate ${gate}`)
}
