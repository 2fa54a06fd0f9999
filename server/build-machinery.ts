// Upstream: staging/src/k8s.io/apiserver/pkg/server/config.go, pkg/controlplane/instance.go (what handlers share)

import { SmdSchema } from '../apimachinery/managedfields/smd-schema.ts'
import { convert } from '../apimachinery/scheme/convert.ts'
import { type Scheme, schemeFor } from '../apimachinery/scheme/scheme.ts'
import { sameStoredForm } from '../apimachinery/scheme/stored-form.ts'
import { type Clock, realClock } from '../component-base/clock.ts'
import { type Random, realRandom } from '../component-base/random.ts'
import { type FeatureGateReader, gateEnabled } from '../featuregates/reader.ts'
import { AdmissionChain, type AdmissionPlugin } from './admission/chain.ts'
import { namespaceLifecycle } from './admission/namespace-lifecycle.ts'
import { type Authorizer, forbiddenError } from './endpoints/authorization/attributes.ts'
import type { Machinery } from './endpoints/scope.ts'
import { Registry, type ServedVersion } from './registry/generic/registry.ts'
import type { ServerContext } from './registry/generic/strategy.ts'
import { resourceRow } from './registry/index.ts'
import type { Storage } from './storage/interface.ts'

export interface MachineryOptions {
  /** The binary's minor release, as `1.34`. */
  readonly minor: string
  readonly gates: FeatureGateReader
  readonly storage: Storage
  /** What is served, as endpoints/discovery/resource-set resolves it. */
  readonly served: readonly ServedVersion[]
  readonly clock?: Clock
  readonly random?: Random
  readonly authorizer: Authorizer
  /** `--service-cluster-ip-range`, primary first. Default 10.0.0.0/24. */
  readonly serviceCIDRs?: readonly string[]
  readonly nodePortRange?: { from: number; to: number }
  /** `--watch-cache` (default true): only messages differ. */
  readonly watchCache?: boolean
  /** Plugins in upstream's order, made from the server's context; NamespaceLifecycle is always among them unless switched off. */
  readonly admissionPlugins?: (machinery: Machinery) => readonly AdmissionPlugin[]
  /** `--allow-privileged` */
  readonly allowPrivileged?: boolean
  readonly extension?: ServerContext['extension']
}

/** What the handlers of a server share. */
export function buildMachinery(options: MachineryOptions): Machinery {
  const scheme = schemeFor(options.minor)
  const server = serverContext(options)
  const toVersion: Machinery['convert'] = (object, apiVersion) => convert(scheme, object, apiVersion)
  const plugins: AdmissionPlugin[] = []
  const machinery: Machinery = {
    server,
    scheme,
    convert: toVersion,
    registry: buildRegistry(options, server, scheme, toVersion),
    admission: new AdmissionChain(plugins),
    smdSchema: new SmdSchema(scheme),
    fieldManagers: new Map(),
    watchList: gateEnabled(options.gates, 'WatchList'),
    authorize(attributes) {
      const answer = options.authorizer.authorize(attributes)
      if (answer.decision !== 'allow') throw forbiddenError(attributes, answer.reason)
    },
  }
  plugins.push(...(options.admissionPlugins?.(machinery) ?? [namespaceLifecycle(options.storage)]))
  return machinery
}

function serverContext(options: MachineryOptions): ServerContext {
  return {
    minor: Number(options.minor.slice(2)),
    gates: options.gates,
    clock: options.clock ?? realClock,
    random: options.random ?? realRandom,
    storage: options.storage,
    serviceCIDRs: options.serviceCIDRs ?? ['10.0.0.0/24'],
    nodePortRange: options.nodePortRange ?? { from: 30000, to: 32767 },
    allowPrivileged: options.allowPrivileged ?? false,
    ...(options.extension === undefined ? {} : { extension: options.extension }),
  }
}

function buildRegistry(
  options: MachineryOptions,
  server: ServerContext,
  scheme: Scheme,
  toVersion: Machinery['convert'],
): Registry {
  return new Registry({
    parts: {
      server,
      scheme,
      convert: toVersion,
      sameStored: (record, object) => sameStoredForm(record, { object, writtenBy: options.minor }),
    },
    served: options.served,
    rowOf: resourceRow,
    watchCache: options.watchCache ?? true,
  })
}
