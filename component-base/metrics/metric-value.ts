/**
 * The value of a metric in a text of /metrics: of one series (`a_total{code="200"}`, its labels as they stand there), or of all series of
 * a name together; undefined where there are none.
 */
export function metricValue(text: string, series: string): number | undefined {
  const values = text.split('\n').flatMap((line) => {
    const [, name = '', labels = '', value] = /^([a-zA-Z_:][\w:]*)(\{.*\})? (\S+)$/.exec(line) ?? []
    return value !== undefined && (series === name || series === name + labels) ? [Number(value)] : []
  })
  return values.length === 0 ? undefined : values.reduce((sum, value) => sum + value)
}
