// What the rules of a kube-proxy are made of: the objects of a server or a file, and its configuration.
import { hostname } from 'node:os'
import { parseKubeconfig } from '../../client/kubeconfig.ts'
import { RestClient } from '../../client/rest-client.ts'
import { loadRelease } from '../../component-base/release.ts'
import { isMap, parseDocument } from '../../component-base/yaml.ts'
import { type PreparedKubeProxy, prepareKubeProxy } from '../../kube-proxy-sim/options/prepare-kube-proxy.ts'
import { proxyConfigOf } from '../../kube-proxy-sim/rules/from-configuration.ts'
import { type ProxyConfig, proxyModes } from '../../kube-proxy-sim/rules/proxy-config.ts'
import { fetchObjects, type ProxyObjects, readObjects } from '../../kube-proxy-sim/rules/read-objects.ts'
import { userAgent } from '../../kube-proxy-sim/start-kube-proxy.ts'
import { takePlan } from '../plan-option.ts'
import { takeOption } from '../take-option.ts'
import { UsageError } from '../usage-error.ts'

/** The files and streams of `kepsim kube-proxy rules`. `readText` rejects for a file that cannot be read. */
export interface RulesIO {
  stdout: (text: string) => void
  stderr: (text: string) => void
  readText: (path: string) => Promise<string>
}

interface RulesOptions {
  input: string | undefined
  kubeconfig: string | undefined
  node: string | undefined
}

/** What a kube-proxy's rules are made of; or what it prints instead, as for `--help`. */
export type RulesSource = { objects: ProxyObjects; config: ProxyConfig } | { print: string }

/**
 * The objects and the configuration that a command line names: `--input` or `--kubeconfig`, `--mode`, `--release`, `--plan`, `--node`
 * and kube-proxy's own flags. Rejects with UsageError or KubeProxyStartError. @param command that says what it did not find
 */
export async function rulesSource(args: string[], io: RulesIO, command: string): Promise<RulesSource> {
  const plan = await takePlan(args)
  const release = loadRelease(takeOption(args, 'release'), plan)
  const mode = takeOption(args, 'mode')
  const options: RulesOptions = {
    input: takeOption(args, 'input'),
    kubeconfig: takeOption(args, 'kubeconfig'),
    node: takeOption(args, 'node') ?? takeOption(args, 'hostname-override'),
  }
  const logger = { log: () => {}, logS: () => {} }
  const modeArgs = mode === undefined ? [] : [`--proxy-mode=${checkedMode(mode)}`]
  const proxy = await prepareKubeProxy([...args, ...modeArgs], {
    release,
    logger,
    notice: () => {},
    // The flag --proxy-mode does not count beside --config.
    readText: async (path) => withMode(await io.readText(path), mode),
  })
  return 'print' in proxy ? proxy : sourceOf(proxy, options, io, command)
}

/** A configuration with another mode; one that cannot be parsed as it is, for kube-proxy's own error. */
function withMode(config: string, mode: string | undefined): string {
  const document = parseDocument(config)
  if (mode === undefined || document.errors.length > 0 || !isMap(document.contents)) return config
  document.set('mode', mode)
  return document.toString()
}

function checkedMode(mode: string): string {
  if (proxyModes.some((one) => one === mode)) return mode
  throw new UsageError(`--mode ${mode}: it is one of iptables, nftables and ipvs`)
}

async function sourceOf(
  proxy: PreparedKubeProxy,
  options: RulesOptions,
  io: RulesIO,
  command: string,
): Promise<RulesSource> {
  if (proxy.config.mode === 'userspace')
    throw new UsageError('the rules of userspace mode are not simulated: give --mode iptables or ipvs')
  const { release, config } = proxy
  const { gates } = proxy.extension
  const named = options.node ?? config.hostnameOverride
  const nodeName = (objects?: ProxyObjects): string =>
    named || objects?.nodes[0]?.metadata.name || hostname().trim().toLowerCase()
  const objects = await objectsOf(proxy, gates, nodeName(), options, io)
  const name = nodeName(objects)
  const node = objects.nodes.find(({ metadata }) => metadata.name === name)
  if (node === undefined && options.input === undefined)
    io.stderr(
      `${command}: there is no node ${name} (--node NAME): its addresses, zone and pod networks are not known\n`,
    )
  const source = {
    config,
    gates,
    minor: release.minor,
    nodeName: name,
    node,
    serviceCIDRs: objects.serviceCIDRs,
  }
  return { objects, config: proxyConfigOf(source) }
}

async function objectsOf(
  { release, config }: PreparedKubeProxy,
  gates: Parameters<typeof fetchObjects>[1]['gates'],
  nodeName: string,
  options: RulesOptions,
  io: RulesIO,
): Promise<ProxyObjects> {
  if (options.input !== undefined) return parsed(options.input, await readFile(options.input, io))
  const path = options.kubeconfig ?? config.clientConnection.kubeconfig
  if (path === '') throw new UsageError('give --kubeconfig or --input: there is nothing to make rules of')
  const client = new RestClient(parseKubeconfig(await readFile(path, io)), userAgent(release))
  try {
    return await fetchObjects(client, { minor: release.minor, gates, nodeName })
  } catch (error) {
    throw new UsageError((error as Error).message)
  } finally {
    client.close()
  }
}

function parsed(path: string, text: string): ProxyObjects {
  try {
    return readObjects(text)
  } catch (error) {
    throw new UsageError(`${path}: ${(error as Error).message}`)
  }
}

/** The text of a file. Rejects with UsageError. */
export const readFile = (path: string, io: RulesIO): Promise<string> =>
  io.readText(path).catch(() => {
    throw new UsageError(`open ${path}: no such file or directory`)
  })
