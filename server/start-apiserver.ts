// Upstream: cmd/kube-apiserver/app/server.go (Run)
import { type ApiserverParts, buildApiserver } from './apiserver-parts/build-apiserver.ts'
import { servingCertificates } from './apiserver-parts/serving-certificates.ts'
import type { StartOptions } from './apiserver-parts/start-options.ts'
import type { ApiserverConfig } from './options/apiserver-config.ts'
import { StartupError } from './options/startup-error.ts'

export interface RunningApiserver extends ApiserverParts {
  readonly url: string
  readonly port: number
}

/** Serves when the promise is fulfilled. Throws a StartupError where the address cannot be used. */
export async function startApiserver(
  config: ApiserverConfig,
  options: StartOptions,
): Promise<RunningApiserver> {
  const parts = await buildApiserver(config, options)
  const port = await listen(config, parts, options.turns)
  await parts.server.ready
  const host = ['0.0.0.0', '::'].includes(config.bindAddress) ? '127.0.0.1' : config.bindAddress
  return {
    ...parts,
    url: `http${config.http ? '' : 's'}://${host.includes(':') ? `[${host}]` : host}:${port}`,
    port,
  }
}

async function listen(
  config: ApiserverConfig,
  parts: ApiserverParts,
  turns: StartOptions['turns'],
): Promise<number> {
  const tls = config.http
    ? undefined
    : await servingCertificates(config, parts.certificates).catch(async (error) => {
        await parts.close()
        throw error
      })
  try {
    return await parts.server.listen({
      host: config.bindAddress,
      port: config.port,
      turns,
      ...(tls === undefined ? {} : { tls }),
    })
  } catch (error) {
    await parts.close()
    throw new StartupError(
      `failed to create listener: failed to listen on ${config.bindAddress}:${config.port}: ${(error as Error).message}`,
      { cause: error },
    )
  }
}
