// The node-local API's face: `import { EndpointsClient } from 'kepsim/node-api'`.
export { iptablesText } from './backends/iptables.ts'
export { nftablesText } from './backends/nftables.ts'
export { type Destination, type Entrance, type PortRules, portRules } from './backends/port-rules.ts'
export { printBackend } from './backends/print.ts'
export { BindSpecError, defaultBindSpec } from './bind-spec.ts'
export { EndpointsClient, type EndpointsClientOptions, type StateHandler } from './client/endpoints-client.ts'
export {
  type EndpointMessage,
  type IPSet,
  type PortMapping,
  type ServiceEndpoints,
  targetPortOf,
} from './messages.ts'
export { type NodeApiOptions, type RunningNodeApi, startNodeApi } from './server.ts'
