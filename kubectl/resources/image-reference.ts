// Upstream: github.com/distribution/reference regexp.go
const path = '[a-z0-9]+(?:(?:[._]|__|-+)[a-z0-9]+)*'
const algorithm = '[A-Za-z][A-Za-z0-9]*(?:[-_+.][A-Za-z][A-Za-z0-9]*)*'
const reference = new RegExp(
  `^(?:[\\w.-]+(?::\\d+)?/)?${path}(?:/${path})*(?::\\w[\\w.-]{0,127})?(?:@${algorithm}:[0-9a-fA-F]{32,})?$`,
)

/** Whether a text is the name of an image: `nginx`, `registry.k8s.io/pause:3.9`. */
export const isImageReference = (image: string): boolean => reference.test(image)
