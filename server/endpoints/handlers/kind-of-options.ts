// Upstream: apimachinery/pkg/apis/meta/internalversion/scheme/register.go, asked of a kube-apiserver 1.36
import { kindOfData } from '../../../apimachinery/scheme/json-parser.ts'
import { notRegisteredIn } from '../../../apimachinery/scheme/not-registered.ts'
import { unversionedKinds } from '../../../apimachinery/scheme/scheme.ts'
import { apiVersionOf } from '../../registry/generic/runtime.ts'

const schemeName = 'k8s.io/apimachinery/pkg/apis/meta/internalversion/scheme/register.go:31'
const defaults = { group: 'meta.k8s.io', version: 'v1', kind: 'DeleteOptions' }

const unversioned = [...unversionedKinds, 'CreateOptions', 'UpdateOptions']
/** The Go types of the other kinds that the scheme of options has, by the versions of meta.k8s.io. */
const typesOfMeta: Readonly<Record<string, readonly string[]>> = {
  v1: [
    'v1.ListOptions',
    'v1.GetOptions',
    'v1.PatchOptions',
    'v1.Table',
    'v1.TableOptions',
    'v1.PartialObjectMetadata',
    'v1.PartialObjectMetadataList',
    'v1.WatchEvent',
  ],
  v1beta1: ['v1.Table', 'v1.TableOptions', 'v1.PartialObjectMetadata', 'v1beta1.PartialObjectMetadataList'],
  __internal: [
    'internalversion.ListOptions',
    'v1.GetOptions',
    'v1.Table',
    'v1.TableOptions',
    'v1.PartialObjectMetadata',
    'v1beta1.PartialObjectMetadataList',
  ],
}

/** The error text for data that is no DeleteOptions; undefined for those of any version. Throws a DecodeError. @param text the body */
export function optionsKindError(value: unknown, text: () => string): string | undefined {
  const { group, version, kind } = kindOfData(value, defaults)
  if (version === '') return `Object 'apiVersion' is missing in '${text()}'`
  if (kind === defaults.kind) return undefined
  const types = group === defaults.group ? (typesOfMeta[version] ?? []) : []
  const type = unversioned.includes(kind) ? `v1.${kind}` : types.find((one) => one.endsWith(`.${kind}`))
  if (type !== undefined) return `converting (${type}) to (v1.DeleteOptions): unknown conversion`
  return notRegisteredIn(kind, apiVersionOf({ group, version }), schemeName)
}
