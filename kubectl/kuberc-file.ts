// Preferences of the user: defaults of flags, and aliases. Reads and checks their file.
// Upstream: kubectl/pkg/kuberc/{kuberc,marshal}.go

import { isObject, type JsonObject } from '../apimachinery/json.ts'
import { parseAllDocuments } from '../component-base/yaml.ts'
import { type KubercVersion, kubectlDialect } from './dialect.ts'
import { featureEnabled } from './environment-feature.ts'
import { PlainError } from './errors.ts'
import type { KubectlHost } from './host.ts'

/** A flag's default in a kuberc file. */
export interface KubercOption {
  name: string
  default: string
}
/** The defaults of a command's flags. `command`: its words, as `get` or `create secret generic`. */
export interface KubercDefaults {
  command: string
  options: KubercOption[]
}
/** An alias: a name for a command with flags and arguments of its own. */
export interface KubercAlias extends KubercDefaults {
  name: string
  prependArgs: string[]
  appendArgs: string[]
}
/** The kuberc file: kubectl.config.k8s.io Preference. */
export interface Preferences {
  defaults: KubercDefaults[]
  aliases: KubercAlias[]
}

/** The error about a kuberc file, in kubectl's words. */
export const preferencesError = (message: string): PlainError =>
  new PlainError(`error occurred while applying preferences ${message}`)

/** The preferences of --kuberc, $KUBERC or ~/.kube/kuberc; undefined where there are none. @param minor of kubectl */
export async function readPreferences(
  args: readonly string[],
  host: KubectlHost,
  minor: number,
): Promise<Preferences | undefined> {
  if (!featureEnabled(kubectlDialect(minor).kuberc, 'KUBECTL_KUBERC', host.env)) return undefined
  const flag = explicit(args)
  const variable = host.env.get('KUBERC') ?? ''
  if (variable === 'off' && flag !== '')
    throw preferencesError(
      'kuberc error disabling kuberc via KUBERC=off and passing kuberc flag are mutually exclusive',
    )
  if (variable === 'off') return undefined
  const path = flag || variable || `${host.env.get('HOME') ?? ''}/.kube/kuberc`
  const asked = flag !== '' || variable !== ''
  const text = await host.readFile(path).catch(() => undefined)
  if (text === undefined && !asked) return undefined
  if (text === undefined)
    throw preferencesError(`kuberc error kuberc: open ${path}: no such file or directory`)
  const found = preferencesIn(text, minor)
  if (found === 'none') return undefined
  if (found !== undefined) {
    if (found.strict !== undefined)
      host.stderr(`kuberc: ignoring strict decoding error in ${path}: ${found.strict}`)
    validate(found.preferences)
    return found.preferences
  }
  const problem = `no valid preferences found in ${path}, use --v=5 to see details`
  if (asked) throw preferencesError(`kuberc error kuberc: ${problem}`)
  host.stderr(`kuberc: no preferences loaded from ${path}: ${problem}`)
  return undefined
}

function explicit(args: readonly string[]): string {
  const none = (): PlainError => preferencesError('kuberc file is not found')
  for (const [i, arg] of args.entries()) {
    if (arg === '--') return ''
    if (arg === '--kuberc') {
      if (args[i + 1] === undefined) throw none()
      return args[i + 1]!
    }
    if (arg.startsWith('--kuberc=')) {
      const [, path = ''] = arg.split('=')
      if (path === '') throw none()
      return path
    }
  }
  return ''
}

/** Names of the fields in each version of the file. */
const versions: Readonly<Record<KubercVersion, { defaults: string; options: string }>> = {
  'kubectl.config.k8s.io/v1alpha1': { defaults: 'overrides', options: 'flags' },
  'kubectl.config.k8s.io/v1beta1': { defaults: 'defaults', options: 'options' },
}

interface Decoded {
  preferences: Preferences
  /** Fields that are not known. */
  strict: string | undefined
}

/** The first document that is a Preference; undefined where there is none, `none` in an empty file. */
function preferencesIn(text: string, minor: number): Decoded | 'none' | undefined {
  const documents = [...parseAllDocuments(text)].filter(
    (one) => one.errors.length > 0 || one.contents !== null,
  )
  if (documents.length === 0) return 'none'
  for (const document of documents) {
    const value: unknown = document.errors.length > 0 ? undefined : document.toJS()
    if (!isObject(value) || value['kind'] !== 'Preference') continue
    const version = kubectlDialect(minor).kubercVersions.find((one) => one === value['apiVersion'])
    if (version !== undefined) return decoded(value, versions[version])
  }
  return undefined
}

function decoded(value: JsonObject, fields: { defaults: string; options: string }): Decoded {
  const unknown: string[] = []
  const only = (object: JsonObject, names: readonly string[], path: string): JsonObject => {
    for (const key of Object.keys(object))
      if (!names.includes(key)) unknown.push(`unknown field "${path}${key}"`)
    return object
  }
  const list = (of: JsonObject, key: string): JsonObject[] =>
    Array.isArray(of[key]) ? of[key].filter(isObject) : []
  const texts = (of: unknown): string[] => (Array.isArray(of) ? of.map(String) : [])
  const optionsOf = (of: JsonObject, path: string): KubercOption[] =>
    list(of, fields.options).map((option, i) => {
      only(option, ['name', 'default'], `${path}.${fields.options}[${i}].`)
      return { name: String(option['name'] ?? ''), default: String(option['default'] ?? '') }
    })
  const top = ['apiVersion', 'kind', 'credentialPluginPolicy', 'credentialPluginAllowlist']
  only(value, [...top, fields.defaults, 'aliases'], '')
  const preferences: Preferences = {
    defaults: list(value, fields.defaults).map((one, i) => {
      const path = `${fields.defaults}[${i}]`
      only(one, ['command', fields.options], `${path}.`)
      return { command: String(one['command'] ?? ''), options: optionsOf(one, path) }
    }),
    aliases: list(value, 'aliases').map((one, i) => {
      const path = `aliases[${i}]`
      only(one, ['name', 'command', 'prependArgs', 'appendArgs', fields.options], `${path}.`)
      const { name, command, prependArgs, appendArgs } = one
      return {
        name: String(name ?? ''),
        command: String(command ?? ''),
        prependArgs: texts(prependArgs),
        appendArgs: texts(appendArgs),
        options: optionsOf(one, path),
      }
    }),
  }
  return {
    preferences,
    strict: unknown.length === 0 ? undefined : `strict decoding error: ${unknown.join(', ')}`,
  }
}

function validate({ aliases, defaults }: Preferences): void {
  const names = new Set<string>()
  const check = (options: readonly KubercOption[]): void => {
    const wrong = options.find(({ name }) => name.startsWith('-'))
    if (wrong !== undefined)
      throw preferencesError(`flag name ${wrong.name} should be in long form without dashes`)
  }
  for (const { name, options } of aliases) {
    if (!/^[a-zA-Z]+$/.test(name))
      throw preferencesError('invalid alias name, can only include alphabetical characters')
    check(options)
    if (names.has(name)) throw preferencesError(`duplicate alias name ${name}`)
    names.add(name)
  }
  for (const { options } of defaults) check(options)
}
