// Upstream: kubectl/pkg/cmd/create/create_token.go
import type { TokenRequestStatus } from '../../../api/authentication-v1.ts'
import type { KubeObject } from '../../../apimachinery/json.ts'
import { KubectlError } from '../../errors.ts'
import { operationPrinter } from '../../printers/printer.ts'
import { findResource, pathOf } from '../../resources/discovery.ts'
import type { Session } from '../../session.ts'

const boundKinds: Readonly<Record<string, string>> = { Node: 'v1', Pod: 'v1', Secret: 'v1' }

interface TokenRequest extends KubeObject {
  status: TokenRequestStatus
}

/** `kubectl create token`: prints a token of a ServiceAccount, by a TokenRequest. */
export async function createToken(session: Session, words: string[]): Promise<number> {
  if (words.length !== 1) throw session.usageError(`exactly one NAME is required, got ${words.length}`)
  const spec = requestSpec(session)
  const resource = findResource(await session.resources(), 'serviceaccounts')
  const path = pathOf(resource, await session.namespace(), words[0], 'token')
  const body = JSON.stringify({
    apiVersion: 'authentication.k8s.io/v1',
    kind: 'TokenRequest',
    metadata: {},
    spec,
  })
  const response = await (await session.transport())
    .json<TokenRequest>(path, { method: 'POST', body })
    .catch((error: unknown) => {
      throw new KubectlError(`failed to create token: ${(error as Error).message}`)
    })
  const { token = '' } = response.status
  if (token === '') throw new KubectlError('failed to create token: no token in server response')
  if (session.flags.string('output') === '') session.host.stdout(token)
  else (await operationPrinter(session, 'none'))(response, 'created')
  return 0
}

function requestSpec(session: Session): object {
  const { flags } = session
  const duration = flags.duration('duration')
  if (duration < 0) throw new KubectlError('--duration must be greater than or equal to 0')
  if (duration % 1000 !== 0)
    throw new KubectlError('--duration cannot be expressed in units less than seconds')
  const audiences = flags.strings('audience')
  if (audiences.includes('')) throw new KubectlError('--audience must not be an empty string')
  const bound = boundObject(session)
  return {
    audiences: audiences.length === 0 ? null : audiences,
    ...(duration === 0 ? {} : { expirationSeconds: duration / 1000 }),
    ...(bound === undefined ? {} : { boundObjectRef: bound }),
  }
}

function boundObject(session: Session): object | undefined {
  const { flags } = session
  const flag = (part: string): string => flags.string(`bound-object-${part}`)
  const kind = flag('kind')
  if (kind === '') {
    for (const part of ['name', 'uid'])
      if (flag(part) !== '')
        throw new KubectlError(`--bound-object-${part} can only be set if --bound-object-kind is provided`)
    return undefined
  }
  if (!Object.hasOwn(boundKinds, kind))
    throw new KubectlError(
      `supported --bound-object-kind values are ${Object.keys(boundKinds).sort().join(', ')}`,
    )
  if (flag('name') === '')
    throw new KubectlError('--bound-object-name is required if --bound-object-kind is provided')
  return {
    kind,
    apiVersion: boundKinds[kind],
    name: flag('name'),
    ...(flag('uid') === '' ? {} : { uid: flag('uid') }),
  }
}
