/** The picture's style sheet. Nothing in it comes from a document. */
export const style = `
text{font:13px system-ui,-apple-system,'Segoe UI',Roboto,'DejaVu Sans',sans-serif;fill:#1c2128;white-space:pre}
.page{fill:#fff;stroke:#d0d7de}
.rule{stroke:#d0d7de;fill:none}
.line{stroke:#0550ae;stroke-width:2;fill:none;stroke-linejoin:round}
.mark{fill:#0550ae}
.name{font-weight:600;font-size:14px}
.head,.soft{fill:#57606a;font-size:12.5px}
.value{font-family:ui-monospace,SFMono-Regular,Menlo,Consolas,'DejaVu Sans Mono',monospace;font-size:12px}
.changed{font-weight:600}
.verdict{font-size:12.5px;font-weight:600}
.passed{fill:#116329}.differs{fill:#a40e26}.not-checked{fill:#7d4e00}.could-not-run{fill:#6e40c9}
@media (prefers-color-scheme:dark){
text{fill:#e6edf3}
.page{fill:#0d1117;stroke:#3d444d}
.rule{stroke:#3d444d}
.line{stroke:#79b8ff}
.mark{fill:#79b8ff}
.head,.soft{fill:#9aa4af}
.passed{fill:#56d364}.differs{fill:#ff938a}.not-checked{fill:#e3b341}.could-not-run{fill:#d2a8ff}
}
`
