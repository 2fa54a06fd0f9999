// What issuers answer. Upstream: github.com/coreos/go-oidc oidc.go (doRequest, unmarshalResp)
import { goQuote } from '../../../../apimachinery/field-error.ts'
import type { JsonValue } from '../../../../apimachinery/json.ts'
import { parseJson } from '../../../../apimachinery/scheme/parse-json.ts'
import type { WebhookAnswer } from '../../../webhook/webhook-client.ts'

/** GET of a URL. Rejects with an Error in Go's words: `Get "https://…": dial tcp …`. */
export type Fetch = (url: string, headers?: Readonly<Record<string, string>>) => Promise<WebhookAnswer>

/** `404 Not Found` */
export const statusText = ({ status, statusMessage }: WebhookAnswer): string =>
  `${status} ${statusMessage}`.trim()

/** The JSON of an answer. Throws an Error with Go's text. */
export function jsonOf({ body, contentType }: WebhookAnswer): JsonValue {
  try {
    return parseJson(body.toString('utf8')).value
  } catch (error) {
    const why = (error as Error).message
    const type = contentType.split(';')[0]!.trim().toLowerCase()
    throw new Error(
      type === 'application/json'
        ? `got Content-Type = application/json, but could not unmarshal as JSON: ${why}`
        : `expected Content-Type = application/json, got ${goQuote(contentType)}: ${why}`,
      { cause: error },
    )
  }
}
