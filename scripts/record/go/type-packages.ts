// Which packages of a release's modules hold the Go types that are recorded.
import { existsSync, readdirSync } from 'node:fs'
import { join } from 'node:path'
import { releaseModule } from '../published/modules.ts'
import { openapiName } from './go-types.ts'

/** Packages of the API, as an argument of programs/types: `io.k8s.api.core.v1=FOLDER`. */
type PackageArgument = string

const machinery = ['api/resource', 'apis/meta/v1', 'runtime', 'types', 'util/intstr'].map(
  (path) => `k8s.io/apimachinery/pkg/${path}`,
)
const beside = [
  'k8s.io/apiextensions-apiserver/pkg/apis/apiextensions/v1',
  'k8s.io/kube-aggregator/pkg/apis/apiregistration/v1',
]

/** Of the configuration files of kubelet, kube-proxy and kube-scheduler; types of others that they use are in go-types.json. */
const ofConfigs = [
  'k8s.io/kubelet/config/v1beta1',
  'k8s.io/kube-proxy/config/v1alpha1',
  ...['v1', 'v1beta2', 'v1beta3'].map((version) => `k8s.io/kube-scheduler/config/${version}`),
  'k8s.io/component-base/config/v1alpha1',
  'k8s.io/component-base/logs/api/v1',
  'k8s.io/component-base/tracing/api/v1',
]

const groupsInside = [
  'admissionregistration',
  'apps',
  'authorization',
  'batch',
  'certificates',
  'core',
  'flowcontrol',
  'networking',
  'policy',
  'rbac',
  'resource',
  'scheduling',
  'storage',
  'storagemigration',
]
/** Of the types that components have inside, as far as messages and checksums print them. */
const inside = [
  ...groupsInside.map((group) => `k8s.io/kubernetes/pkg/apis/${group}`),
  'k8s.io/apiextensions-apiserver/pkg/apis/apiextensions',
  'k8s.io/kubernetes/plugin/pkg/admission/eventratelimit/apis/eventratelimit',
  'k8s.io/apiserver/pkg/authentication/user',
  ...['checkpointmanager/checksum', 'cm/cpumanager/state', 'cm/memorymanager/state'].map(
    (path) => `k8s.io/kubernetes/pkg/kubelet/${path}`,
  ),
]

/** `k8s.io/api` of `k8s.io/api/core/v1`. */
const moduleOf = (path: string): string => path.split('/', 2).join('/')

/** The folder of `k8s.io/api/core/v1` in the modules of a release. */
async function folderOf(path: string, version: string): Promise<string> {
  const module = moduleOf(path)
  return join(await releaseModule(module, version), path.slice(module.length + 1))
}

/** Arguments for packages, as far as the release has them. One after the other: each asks Go for a module. */
async function packageArguments(paths: readonly string[], version: string): Promise<PackageArgument[]> {
  const found: PackageArgument[] = []
  for (const path of paths) {
    const folder = await folderOf(path, version)
    if (existsSync(folder)) found.push(`${openapiName(path)}=${folder}`)
  }
  return found
}

/** All packages of versions of groups in k8s.io/api. */
async function apiPaths(version: string): Promise<string[]> {
  const api = await releaseModule('k8s.io/api', version)
  const groups = readdirSync(api, { withFileTypes: true })
    .filter((entry) => entry.isDirectory() && entry.name !== 'testdata')
    .map(({ name }) => name)
  return groups.flatMap((group) =>
    readdirSync(join(api, group))
      .filter((name) => /^v\d/.test(name))
      .map((name) => `k8s.io/api/${group}/${name}`),
  )
}

/** Whether a schema is of a type of the package. */
const hasSchema = (name: string, schemas: readonly string[]): boolean =>
  schemas.some((one) => one.startsWith(`${name}.`) && !one.slice(name.length + 1).includes('.'))

/** The packages of the API of a release; `?` before those of which no type is served, and only the kinds matter. */
export async function apiPackages(version: string, schemas: readonly string[]): Promise<PackageArgument[]> {
  const always = new Set(machinery.map(openapiName))
  const found = await packageArguments([...(await apiPaths(version)), ...machinery, ...beside], version)
  return found.map((one) => {
    const name = one.split('=', 1)[0]!
    return always.has(name) || hasSchema(name, schemas) ? one : `?${one}`
  })
}

/** The packages of configuration files. */
export const configPackages = (version: string): Promise<PackageArgument[]> =>
  packageArguments(ofConfigs, version)

/** The packages of types inside of components. */
export const packagesInside = (version: string): Promise<PackageArgument[]> =>
  packageArguments(inside, version)
