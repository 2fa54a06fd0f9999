export { goQuote, goQuoteRune, trimSpace } from '../../featuregates/go-text.ts'
