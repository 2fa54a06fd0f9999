// Upstream: staging/src/k8s.io/apiserver/pkg/authentication/token/tokenfile/tokenfile.go

import { CsvError, readCsv } from '../../../component-base/go/csv.ts'
import type { TokenAnswer, TokenAuthenticator } from './authenticator.ts'
import type { UserInfo } from './user-info.ts'

/** Reads `token,user,uid[,"group1,group2"]` lines. Throws an Error with the real component's text. */
export function readTokenFile(
  path: string,
  warn: (message: string) => void,
  read: (path: string) => string,
): TokenAuthenticator {
  const tokens = new Map<string, UserInfo>()
  let number = 0
  for (const record of parse(path, read)) {
    if (record.length < 3)
      throw new Error(
        `token file '${path}' must have at least 3 columns (token, user name, user uid), found ${record.length}`,
      )
    number++
    const [token = '', name = '', uid = '', groups] = record
    if (token === '') {
      warn(`empty token has been found in token file '${path}', record number '${number}'`)
      continue
    }
    if (tokens.has(token))
      warn(`duplicate token has been found in token file '${path}', record number '${number}'`)
    tokens.set(token, { name, uid, groups: groups === undefined ? [] : groups.split(',') })
  }
  return {
    authenticateToken(token): TokenAnswer {
      const user = tokens.get(token)
      return user === undefined ? undefined : { user }
    },
  }
}

function parse(path: string, read: (path: string) => string): string[][] {
  let text: string
  try {
    text = read(path)
  } catch (error) {
    throw new Error(
      `open ${path}: ${(error as NodeJS.ErrnoException).code === 'EACCES' ? 'permission denied' : 'no such file or directory'}`,
    )
  }
  try {
    return readCsv(text)
  } catch (error) {
    if (error instanceof CsvError) throw new Error(error.message)
    throw error
  }
}
