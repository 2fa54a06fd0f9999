import { goJSON } from '../../apimachinery/go-print/marshal.ts'
/** A request for metrics.k8s.io. */
export interface MetricsRequest {
  readonly method: string
  readonly path: string
  readonly query: URLSearchParams
  readonly accept: string | undefined
  readonly userAgent: string | undefined
}

/** The whole answer to a request. */
export interface MetricsAnswer {
  readonly status: number
  readonly type: string
  readonly body: string | Buffer
}

/** A JSON answer. */
export const text = (
  data: object,
  { status = 200, pretty = false, parameters = '' } = {},
): MetricsAnswer => ({
  status,
  type: `application/json${parameters}`,
  body: pretty ? goJSON(data, 2) : `${goJSON(data)}\n`,
})
