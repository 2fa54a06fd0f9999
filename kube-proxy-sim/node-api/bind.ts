// Makes a gRPC server listen.
import { chmodSync, lstatSync, unlinkSync } from 'node:fs'
import { connect } from 'node:net'
import type { Server } from '@grpc/grpc-js'
import { type BindAddress, grpcAddress } from './bind-spec.ts'
import type { NodeApiDefinition } from './grpc.ts'

/**
 * Listens at all addresses; resolves to them as clients take them. Rejects, and listens at none, where one cannot be
 * listened at.
 */
export async function bindAll(
  api: NodeApiDefinition,
  server: Server,
  addresses: readonly BindAddress[],
): Promise<string[]> {
  const targets: string[] = []
  try {
    for (const address of addresses) targets.push(await bind(api, server, address))
  } catch (error) {
    server.forceShutdown()
    throw error
  }
  return targets
}

async function bind({ grpc }: NodeApiDefinition, server: Server, address: BindAddress): Promise<string> {
  if (address.protocol === 'unix') await removeOldSocket(address.path)
  const port = await new Promise<number>((resolve, reject) => {
    server.bindAsync(grpcAddress(address), grpc.ServerCredentials.createInsecure(), (error, bound) =>
      error === null ? resolve(bound) : reject(bindError(error)),
    )
  })
  if (address.protocol === 'tcp') return grpcAddress({ ...address, port })
  // Only the owner and its group may connect.
  chmodSync(address.path, 0o660)
  return grpcAddress(address)
}

/** grpc-js tells of the addresses it tried; the reason stands at the end. */
const bindError = ({ message }: Error): Error => new Error(/\[(listen .*)\]$/.exec(message)?.[1] ?? message)

/** A server that was killed leaves its socket behind. One that somebody listens on and other files stay, and make binding fail. */
async function removeOldSocket(path: string): Promise<void> {
  if (lstatSync(path, { throwIfNoEntry: false })?.isSocket() !== true) return
  if (!(await isListening(path))) unlinkSync(path)
}

const isListening = (path: string): Promise<boolean> =>
  new Promise((resolve) => {
    const socket = connect(path)
    socket.on('connect', () => {
      socket.destroy()
      resolve(true)
    })
    socket.on('error', (error: NodeJS.ErrnoException) => resolve(error.code !== 'ECONNREFUSED'))
  })
