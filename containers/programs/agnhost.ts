// Upstream: test/images/agnhost (agnhost.go and the folder of each command)
import { CannotRun } from '../node-containers.ts'
import type { Program } from '../process.ts'
import { resolver } from '../shell/name-service.ts'
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

const dnsSuffix: Program = async (process) => {
  process.out(`${(await resolver(process)).search.join(',')}\n`)
  return 0
}

/** The program `agnhost dns-server-list`, which prints only the first server. */
const dnsServerList: Program = async (process) => {
  process.out(`${(await resolver(process)).servers[0] ?? ''}\n`)
  return 0
}

const etcHosts: Program = async (process) => {
  process.out(`${await process.files.readFile('/etc/hosts')}\n`)
  return 0
}

const commands: Readonly<Record<string, Program>> = Object.assign(Object.create(null), {
  connect,
  'dns-server-list': dnsServerList,
  'dns-suffix': dnsSuffix,
  'entrypoint-tester': entrypointTester,
  'etc-hosts': etcHosts,
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
