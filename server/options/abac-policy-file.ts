// Upstream: pkg/auth/authorizer/abac/abac.go (NewFromFile), pkg/apis/abac/v0/conversion.go
import { ComponentConfigScheme } from '../../apimachinery/scheme/component-config.ts'
import { readDocument } from '../../apimachinery/scheme/config-document.ts'
import type { GoTypes } from '../../apimachinery/scheme/go-types.ts'
import { notRegistered } from '../../apimachinery/scheme/not-registered.ts'
import { recordedNextTo } from '../../component-base/release-facts.ts'
import { authenticatedGroup } from '../endpoints/authentication/user-info.ts'
import type { AbacPolicy } from '../endpoints/authorization/abac-authorizer.ts'

const group = 'abac.authorization.kubernetes.io'
const versioned = `${group}/v1beta1`

const types: GoTypes = {
  [`io.k8s.${group}.v1beta1`]: {
    group,
    version: 'v1beta1',
    name: 'v1beta1',
    kinds: ['Policy'],
    types: {
      Policy: [' TypeMeta ~apimachinery.pkg.apis.meta.v1.TypeMeta i', 'spec Spec PolicySpec'],
      PolicySpec: [
        'user User string o',
        'group Group string o',
        'readonly Readonly bool o',
        'apiGroup APIGroup string o',
        'resource Resource string o',
        'namespace Namespace string o',
        'nonResourcePath NonResourcePath string o',
      ],
    },
  },
  [`io.k8s.${group}.v0`]: {
    group,
    version: 'v0',
    name: 'v0',
    kinds: ['Policy'],
    types: {
      Policy: [
        ' TypeMeta ~apimachinery.pkg.apis.meta.v1.TypeMeta i',
        'user User string o',
        'group Group string o',
        'readonly Readonly bool o',
        'resource Resource string o',
        'namespace Namespace string o',
      ],
    },
  },
}

/** The policies of a file of --authorization-policy-file: one JSON object on each line. Throws an Error with upstream's text. */
export function parseAbacPolicies(text: string, path: string, minor: number): AbacPolicy[] {
  const scheme = new ComponentConfigScheme(recordedNextTo(minor), types)
  return text.split('\n').flatMap((whole, i) => {
    const line = whole.replace(/\r$/, '')
    if (line.trim() === '' || line.trim().startsWith('#')) return []
    try {
      return [policyOf(line, scheme, minor)]
    } catch (error) {
      throw new Error(
        `error reading policy file ${path}, line ${i + 1}: ${line}: ${(error as Error).message}`,
        {
          cause: error,
        },
      )
    }
  })
}

function policyOf(line: string, scheme: ComponentConfigScheme, minor: number): AbacPolicy {
  const known = kindOf(line)
  if (known?.apiVersion === versioned && known.kind === 'Policy') {
    const { value } = scheme.decode(versioned, 'Policy', known.value)
    return { ...nothing, ...(value['spec'] as Partial<AbacPolicy> | undefined) }
  }
  if (known !== undefined && known.apiVersion !== `${group}/v0`)
    throw new Error(notRegistered(known.kind, known.apiVersion, minor))
  const value = known?.value ?? unversioned(line, minor)
  return fromFirst(scheme.decode(`${group}/v0`, 'Policy', value).value as Partial<AbacPolicy>)
}

const nothing: AbacPolicy = {
  user: '',
  group: '',
  readonly: false,
  apiGroup: '',
  resource: '',
  namespace: '',
  nonResourcePath: '',
}

/** Undefined: the line has no version or kind. */
function kindOf(line: string): ReturnType<typeof readDocument> | undefined {
  try {
    return readDocument(line)
  } catch (error) {
    if (/^Object '(Kind|apiVersion)' is missing/.test((error as Error).message)) return undefined
    throw error
  }
}

/** A line that lacks its version or kind: it is read as one of the first version, but for what it does name. */
function unversioned(line: string, minor: number): unknown {
  const { value, apiVersion, kind } = readDocument(line, { apiVersion: `${group}/v0`, kind: 'Policy' })
  if (apiVersion !== `${group}/v0` || kind !== 'Policy')
    throw new Error(notRegistered(kind, apiVersion, minor))
  return value
}

/** The policy of a line without apiVersion (v0): an empty field there means everything. */
function fromFirst({
  user = '',
  group: of = '',
  readonly = false,
  resource = '',
  namespace = '',
}: Partial<AbacPolicy>): AbacPolicy {
  const everybody = (user === '' && of === '') || user === '*' || of === '*'
  return {
    user: everybody ? '' : user,
    group: everybody ? authenticatedGroup : of,
    readonly,
    apiGroup: '*',
    resource: resource || '*',
    namespace: namespace || '*',
    nonResourcePath: resource === '' && namespace === '' ? '*' : '',
  }
}
