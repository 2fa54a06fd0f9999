// Upstream: pkg/controlplane/instance.go, pkg/controlplane/apiserver/server.go (what starts with a server, and its post start hooks)
import type { Aggregator } from './aggregator/aggregator.ts'
import { DefinitionControllers } from './apiextensions/definition/controllers/definition-controllers.ts'
import type { Definitions } from './apiextensions/definition/definitions.ts'
import { StoredInstances } from './apiextensions/definition/stored-instances.ts'
import { CustomAPIServices } from './apiextensions/serving/api-services.ts'
import type { Foundation } from './apiserver-parts/foundation.ts'
import type { StoredRules } from './apiserver-parts/stored-rules.ts'
import { type Beginning, beginInSteps } from './begin-in-steps.ts'
import type { ControlPlane } from './controlplane/control-plane.ts'
import { coordinatedElections } from './controlplane/leaderelection/coordinated-elections.ts'
import { EndpointReconciler } from './endpoint-reconciler.ts'
import type { GenericAPIServer } from './endpoints/generic-apiserver.ts'
import { FlowSchemaStatuses } from './flow-schema-status.ts'
import { handleError } from './handle-error.ts'
import type { Advertised } from './registry/advertised-endpoints.ts'
import { writeBootstrapObjects } from './registry/bootstrap.ts'
import { trackOwn } from './track-own.ts'

/** A part of a server that works on its own from when the server is ready. */
interface BackgroundPart {
  start(): void
  /** Resolves when it does nothing any more. */
  stop(): Promise<void>
}

/** What works on while a server serves. */
export function backgroundWork(
  apiserver: GenericAPIServer,
  foundation: Foundation,
  rules: StoredRules,
  definitions: Definitions,
): BackgroundPart[] {
  const { config, logger } = foundation
  const target = { server: apiserver.context, registry: apiserver.registry, track: trackOwn(apiserver) }
  const elections = coordinatedElections(apiserver, foundation)
  return [
    new DefinitionControllers(apiserver, definitions, {
      instances: new StoredInstances(apiserver.context),
      servers: config.flags.number('apiserver-count', 1),
    }),
    new CustomAPIServices(target, definitions, handleError(logger, 'APIService could not be written')),
    ...(elections === undefined ? [] : [elections]),
    ...(rules.flowSchemas === undefined
      ? []
      : [
          new FlowSchemaStatuses(
            apiserver,
            handleError(logger, 'Status of FlowSchemas could not be written'),
          ),
        ]),
  ]
}

const advertised = ({ config }: Foundation): Advertised => ({
  address: config.advertiseAddress,
  port: config.advertisePort,
})

/** Undefined for a server that is alone, which keeps its endpoints when it starts. */
export const endpointReconciler = (
  apiserver: GenericAPIServer,
  foundation: Foundation,
): EndpointReconciler | undefined =>
  apiserver.context.storage.shared && foundation.config.flags.string('endpoint-reconciler-type') !== 'none'
    ? new EndpointReconciler(
        apiserver,
        advertised(foundation),
        handleError(foundation.logger, 'Endpoints of the server could not be reconciled'),
      )
    : undefined

/** What has something to do or to read before a server is ready. */
interface BeginningParts {
  readonly definitions: Definitions
  readonly reconciler: EndpointReconciler | undefined
  readonly controlPlane: ControlPlane
  readonly aggregator: Aggregator
}

/** What a server does before it is ready: afterwards all is there that is after the start of a real one. */
export function begin(
  apiserver: GenericAPIServer,
  foundation: Foundation,
  { definitions, reconciler, controlPlane, aggregator }: BeginningParts,
): Beginning {
  const target = { server: apiserver.context, registry: apiserver.registry, track: trackOwn(apiserver) }
  const steps = [
    {
      failure: 'Bootstrap objects could not be written',
      run: () => writeBootstrapObjects(target, advertised(foundation)),
    },
    { failure: 'CustomResourceDefinitions could not be read', run: () => definitions.start() },
    {
      failure: 'The server could not be added to the endpoints',
      run: async () => reconciler?.start(),
    },
    { failure: 'The server could not join its control plane', run: () => controlPlane.start() },
    { failure: 'APIServices could not be read', run: () => aggregator.start() },
  ]
  return beginInSteps(steps, foundation)
}
