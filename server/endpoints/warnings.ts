// Upstream: staging/src/k8s.io/apiserver/pkg/endpoints/filters/warning.go (recorder)

/** Characters of all texts, after which each is cut, and of one that is cut. */
const maxTotal = 4 * 1024
const maxItem = 256

/** What no Warning header can hold. Upstream: apimachinery/pkg/util/net/http.go (NewWarningHeader) */
const control = /\p{Cc}/u

/** Texts of Warning headers: each once, in order, cut once there are too many of them. */
export class Warnings {
  private readonly recorded = new Set<string>()
  private shown: string[] = []
  private written = 0
  private truncating = false

  get texts(): readonly string[] {
    return this.shown
  }

  add(text: string): void {
    if (
      text === '' ||
      control.test(text) ||
      (this.written >= maxTotal && this.truncating) ||
      this.recorded.has(text)
    )
      return
    this.recorded.add(text)
    if (!this.truncating && this.written + [...text].length > maxTotal) this.truncate()
    else this.show(text)
  }

  private truncate(): void {
    this.truncating = true
    this.written = 0
    this.shown = []
    for (const text of this.recorded) this.show(text)
  }

  private show(text: string): void {
    const runes = [...text]
    const kept = this.truncating && runes.length > maxItem ? runes.slice(0, maxItem) : runes
    this.written += kept.length
    this.shown.push(kept.join(''))
  }
}
