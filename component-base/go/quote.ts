export { goQuote, goQuoteRune, trimRight, trimSpace } from '../../featuregates/go-text.ts'
