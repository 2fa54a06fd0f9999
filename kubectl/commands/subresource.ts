// Upstream: kubectl/pkg/cmd/{get,patch,replace}, kubectl/pkg/cmd/util/editor of releases that check --subresource themselves
import { KubectlError } from '../errors.ts'
import type { Session } from '../session.ts'
import { commandDialect } from './dialect.ts'

/** Throws for a --subresource that this kubectl does not take, whatever the server has. */
export function checkSubresource({ flags, minor }: Session): void {
  const subresource = flags.string('subresource')
  if (commandDialect(minor).checksSubresource && !['', 'status', 'scale'].includes(subresource))
    throw new KubectlError(
      `invalid subresource value: ${JSON.stringify(subresource)}. Must be one of [status scale]`,
    )
}
