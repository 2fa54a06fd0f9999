// kepsim node-api serve
import { readFileSync } from 'node:fs'
import { hostname } from 'node:os'
import { type ClientConfig, parseKubeconfig } from '../../client/kubeconfig.ts'
import { RestClient } from '../../client/rest-client.ts'
import { realClock } from '../../component-base/clock.ts'
import { newComponentGates } from '../../component-base/component-gates.ts'
import type { FlagValues } from '../../component-base/flags/flag-values.ts'
import { planExtension } from '../../component-base/plan-extension.ts'
import { realRandom } from '../../component-base/random.ts'
import { loadRelease, type Release } from '../../component-base/release.ts'
import type { FeatureGateReader } from '../../featuregates/reader.ts'
import { defaultBindSpec } from '../../kube-proxy-sim/node-api/bind-spec.ts'
import { type RunningNodeApi, startNodeApi } from '../../kube-proxy-sim/node-api/server.ts'
import { readPlanOption } from '../plan-option.ts'
import { UsageError } from '../usage-error.ts'
import { toldOnce } from './told-once.ts'

/** Serves until SIGINT or SIGTERM (exit code 0); 1 where it cannot listen. */
export async function serve(values: FlagValues): Promise<number> {
  const release = loadRelease(
    values.string('release') || undefined,
    await readPlanOption(values.string('plan')),
  )
  const gates = gatesOf(release, values)
  const listen = values.strings('listen')
  const client = new RestClient(
    clientConfig(values),
    `kube-proxy/${release.text} (linux/amd64) kubernetes/0000000`,
  )
  const stopped = new Promise<void>((done) => {
    for (const signal of ['SIGINT', 'SIGTERM'] as const) process.once(signal, () => done())
  })
  const tell = toldOnce(realClock, (message) => void process.stderr.write(`kepsim node-api: ${message}\n`))
  let running: RunningNodeApi
  try {
    running = await startNodeApi({
      client,
      clock: realClock,
      random: realRandom,
      minor: release.minor,
      gates,
      nodeName: values.string('node-name') || hostname().trim().toLowerCase(),
      listen: listen.length === 0 ? defaultBindSpec : listen,
      allowRemote: values.bool('allow-remote'),
      onError: ({ message }) => tell(message),
    })
  } catch (error) {
    process.stderr.write(`kepsim node-api: ${(error as Error).message}\n`)
    client.close()
    return 1
  }
  process.stdout.write(
    `listening on ${running.targets.join(' and ')}, instance ${running.state.instanceID}\n`,
  )
  await stopped
  await running.close()
  client.close()
  return 0
}

function gatesOf(release: Release, values: FlagValues): FeatureGateReader {
  const gates = newComponentGates(release, 'kube-proxy')
  const errors = gates.setFromMap(values.boolMap('feature-gates'))
  if (errors.length > 0) throw new UsageError(errors.join('; '))
  return planExtension(release, 'kube-proxy', gates, values).gates
}

function clientConfig(values: FlagValues): ClientConfig {
  const server = values.string('server').replace(/\/$/, '')
  const path = values.string('kubeconfig') || (server === '' ? (process.env['KUBECONFIG'] ?? '') : '')
  if (path === '') {
    if (server === '') throw new UsageError('which kube-apiserver? give --kubeconfig or --server')
    return { server: /^https?:\/\//.test(server) ? server : `http://${server}` }
  }
  try {
    const config = parseKubeconfig(readFileSync(path, 'utf8'))
    return server === '' ? config : { ...config, server }
  } catch (error) {
    throw new UsageError((error as Error).message)
  }
}
