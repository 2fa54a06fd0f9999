// What a value may be, by its kind: the word between < and > in the form of an option or argument.
import { componentNames } from '../../component-base/flags/flag-definitions.ts'
import { recordedReleases } from '../../component-base/release-facts.ts'

/** What to offer: words, and whether the shell adds files. */
export interface Offer {
  words: readonly string[]
  also: 'files' | 'dirs' | 'none'
}

const only = (words: readonly string[]): Offer => ({ words, also: 'none' })

/** Before the last of these stands what was typed before in a list. */
const separators = /^(.*(?:,|\.\.|\+|→|->|\s))?(.*)$/s

/** Releases after what is there already: `1.33..1.3`. */
function releases(typed: string): Offer {
  const [, before = ''] = separators.exec(typed) ?? []
  return only(recordedReleases().map((release) => `${before}${release}`))
}

async function gateNames(): Promise<string[]> {
  const [{ gateNames: names }, { gateFactsOver }] = await Promise.all([
    import('../../featuregates/gate-life.ts'),
    import('../gates/planned-facts.ts'),
  ])
  return names(gateFactsOver(undefined, 'kube-apiserver'))
}

/** `A=true,B` → gates with their values, for the last part. */
async function gateSettings(typed: string): Promise<Offer> {
  const [, before = '', last = ''] = /^((?:.*,)?(?:[\w-]+:)?)(.*)$/s.exec(typed) ?? []
  const [gate, value] = last.split('=')
  if (value === undefined) return only((await gateNames()).map((name) => `${before}${name}=`))
  return only(['true', 'false'].map((one) => `${before}${gate}=${one}`))
}

/** Names and files. */
async function plans(): Promise<Offer> {
  const { shippedPlans } = await import('../../plans/load-plan.ts')
  return { words: shippedPlans(), also: 'files' }
}

const kinds: Readonly<Record<string, (typed: string) => Offer | Promise<Offer>>> = {
  file: () => ({ words: [], also: 'files' }),
  scenario: () => ({ words: [], also: 'files' }),
  dir: () => ({ words: [], also: 'dirs' }),
  release: releases,
  releases,
  'n|releases': releases,
  plan: plans,
  gate: async () => only(await gateNames()),
  gates: gateSettings,
  'gate=value': gateSettings,
  axis: gateSettings,
  format: () => only(['table', 'json', 'yaml', 'markdown']),
  kind: () => only(['gate', 'api', 'field', 'default']),
  stage: () => only(['alpha', 'beta', 'ga', 'deprecated']),
  component: () => only(componentNames),
  shell: () => only(['bash', 'zsh', 'fish', 'powershell']),
  'builtin|host|path': () => ({ words: ['builtin', 'host'], also: 'files' }),
}

/** What a value of this kind may be, after what was typed of it; nothing where that is free. */
export async function offerOf(kind: string, typed: string): Promise<Offer> {
  const name = kind.replace(/\.\.\.$/, '')
  return Object.hasOwn(kinds, name) ? kinds[name]!(typed) : only([])
}
