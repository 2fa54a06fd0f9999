// Upstream: test/images/agnhost (agnhost.go and the folder of each command)
import { CannotRun } from '../node-containers.ts'
import type { Program } from '../process.ts'
import { mounttest } from './agnhost-mounttest.ts'
import { netexec } from './agnhost-netexec.ts'
import {
  connect,
  entrypointTester,
  liveness,
  logsGenerator,
  pause,
  porter,
  serveHostname,
  testWebserver,
} from './agnhost-small.ts'
import { grpcHealthChecking } from './grpc-health.ts'

const commands: Readonly<Record<string, Program>> = Object.assign(Object.create(null), {
  connect,
  'entrypoint-tester': entrypointTester,
  'grpc-health-checking': grpcHealthChecking,
  liveness,
  'logs-generator': logsGenerator,
  mounttest,
  netexec,
  pause,
  porter,
  'serve-hostname': serveHostname,
  'test-webserver': testWebserver,
})

/** Runs agnhost's command. @throws CannotRun for one that is not simulated */
export const agnhost: Program = (process) => {
  const [name, ...args] = process.args
  if (name === undefined) {
    process.err('Error: unknown command\n')
    return Promise.resolve(1)
  }
  const command = commands[name]
  if (command === undefined) throw new CannotRun(`agnhost ${name} is not simulated`)
  return command({ ...process, args })
}
