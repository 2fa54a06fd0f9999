import { expect, it } from 'vitest'
import { describeClaim } from './claims/describe-claim.ts'
import { releaseLeft, stateTitle, titleStates } from './state-titles.ts'

const said = (text: string): string[] | undefined => stateTitle({ text, line: 1 })?.map(describeClaim)

it.each([
  ['**v1.28, gate off.**', 'kube-apiserver runs 1.28', 'gate  is disabled'],
  [
    '**Step 2: v1.25 cluster, `CronJobTimeZone` enabled.**',
    'kube-apiserver runs 1.25',
    'gate CronJobTimeZone is enabled',
  ],
  ['1.30, feature disabled:', 'kube-apiserver runs 1.30', 'gate  is disabled'],
  [
    '**v1.31, feature gate on by default (beta)**',
    'kube-apiserver runs 1.31',
    'gate  is enabled',
    'gate  is BETA, true by default',
  ],
  [
    'A 1.32 cluster, which does not know the gate `HPAConfigurableTolerance`:',
    'kube-apiserver runs 1.32',
    'gate HPAConfigurableTolerance is unknown',
  ],
])('%s', (text, ...claims) => {
  expect(said(text)).toEqual(claims)
})

it.each([
  'Upgrade to v1.31, gate off.',
  '**v1.28, gate off, and all pods run.**',
  '**v1.28**',
  'The gate is off.',
  `1.30, ${'x '.repeat(200)} gate off`,
])('%s: no such title', (text) => {
  expect(said(text)).toBeUndefined()
})

it('reads what stands in parentheses behind other titles', () => {
  const [one] = titleStates({ text: '**Downgrade** (feature off)', line: 1 })
  expect(describeClaim(one!)).toBe('gate  is disabled')
})

const before = [{ number: '', item: '', title: '', line: 1, actions: [], accounts: [] }]
it.each<[string, string[], typeof before, string | undefined]>([
  ['**Upgrade cluster (1.27.5 -> 1.28.1)**', ['kubeadm upgrade apply v1.28.1'], before, '1.27'],
  ['**Upgrade the cluster to 1.28**', ['kubeadm upgrade apply v1.28.1'], before, undefined],
  ['**Upgrade kubelet (1.27.5 -> 1.28.1)**', ['yum install kubelet-1.28.1-0'], before, undefined],
  [
    '**Upgrade cluster (1.27.5 -> 1.28.1)**',
    ['kind create cluster --image kindest/node:v1.27.5'],
    before,
    undefined,
  ],
  ['**Upgrade cluster (1.27.5 -> 1.28.1)**', ['kubeadm upgrade apply v1.28.1'], [], undefined],
])('a heading %s above %j leaves a release', (text, commands, steps, release) => {
  const [action] = releaseLeft({ text, line: 3 }, commands, steps)
  expect(action?.kind === 'claim' ? describeClaim(action.claim) : undefined).toBe(
    release && `kube-apiserver runs ${release}`,
  )
})
