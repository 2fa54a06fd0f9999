// What issuers answer. Upstream: github.com/coreos/go-oidc oidc.go (doRequest, unmarshalResp)
import { goQuote } from '../../../../apimachinery/field-error.ts'
import type { JsonValue } from '../../../../apimachinery/json.ts'
import { answeredJson, reviewLimits } from '../../../webhook/answered-json.ts'
import type { WebhookAnswer } from '../../../webhook/webhook-client.ts'

/** GET of a URL. Rejects with an Error in Go's words: `Get "https://…": dial tcp …`. */
export type Fetch = (url: string, headers?: Readonly<Record<string, string>>) => Promise<WebhookAnswer>

/** `404 Not Found` */
export const statusText = ({ status, statusMessage }: WebhookAnswer): string =>
  `${status} ${statusMessage}`.trim()

/** The most of an answer that an error shows, in characters; upstream shows all of it, with each token that comes. */
const maxShown = 4096

/** The text of an answer for an error. */
export const shownBody = ({ body }: WebhookAnswer): string => {
  const text = body.toString('utf8', 0, maxShown)
  return body.length > maxShown ? `${text}…` : text
}

/** The JSON of an answer; others have their turns while it is read. Rejects with an Error with Go's text. */
export async function jsonOf({ body, contentType }: WebhookAnswer): Promise<JsonValue> {
  try {
    return await answeredJson(body.toString('utf8'), reviewLimits)
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
