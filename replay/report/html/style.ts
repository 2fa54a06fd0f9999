/** The page's style sheet. Nothing in it comes from a document. */
export const style = `
:root{color-scheme:light dark;--page:#fff;--text:#1c2128;--soft:#57606a;--line:#d0d7de;--panel:#f6f8fa;--link:#0550ae;
--good:#116329;--good-back:#dafbe1;--bad:#a40e26;--bad-back:#ffebe9;--warn:#7d4e00;--warn-back:#fff8c5;--halt:#6e40c9;--halt-back:#f3ebff;--change:#ddf4ff}
@media (prefers-color-scheme:dark){:root{--page:#0d1117;--text:#e6edf3;--soft:#9aa4af;--line:#3d444d;--panel:#161b22;
--link:#79b8ff;--good:#56d364;--good-back:#12361f;--bad:#ff938a;--bad-back:#4a1a1d;--warn:#e3b341;--warn-back:#3a2d0c;--halt:#d2a8ff;--halt-back:#2b1d45;
--change:#10304f}}
*{box-sizing:border-box}
html{-webkit-text-size-adjust:100%;text-size-adjust:100%}
body{margin:0 auto;max-width:76rem;padding:1rem;background:var(--page);color:var(--text);
font:1rem/1.5 system-ui,sans-serif;overflow-wrap:anywhere}
h1{font-size:1.5rem;line-height:1.25;margin:.5rem 0}
h2{font-size:1.25rem;line-height:1.3;margin:2rem 0 .25rem}
h3{font-size:1rem;margin:1.25rem 0 .5rem}
a{color:var(--link)}
:focus-visible{outline:3px solid var(--link);outline-offset:2px}
main:focus,section:focus{outline:none}
code,pre{font-family:ui-monospace,SFMono-Regular,Menlo,Consolas,monospace;font-size:.875rem;line-height:1.45}
pre{margin:0;padding:.5rem .75rem;overflow-x:auto;overflow-wrap:normal;white-space:pre;unicode-bidi:plaintext}
.skip{position:absolute;left:-100vw;padding:.5rem 1rem;background:var(--page);border:2px solid var(--link);z-index:2}
.skip:focus{left:.5rem;top:.5rem}
.sr{position:absolute;width:1px;height:1px;overflow:hidden;clip-path:inset(50%);white-space:nowrap}
.place,.time,footer{color:var(--soft);font-size:.875rem}
.place{margin:.25rem 0}
.badge{display:inline-block;padding:0 .5em;border:1px solid;border-radius:1em;font-size:.8125rem;font-weight:600;
white-space:nowrap;color:var(--soft)}
.badge.passed{color:var(--good);background:var(--good-back)}
.badge.differs{color:var(--bad);background:var(--bad-back)}
.badge.not-checked{color:var(--warn);background:var(--warn-back)}
.badge.could-not-run{color:var(--halt);background:var(--halt-back)}
.outcomes,.notes{list-style:none;padding:0;margin:.5rem 0;font-size:.875rem}
.outcomes span:last-child,.notes{color:var(--soft)}
.scroll{overflow-x:auto;border:1px solid var(--line);border-radius:.375rem}
table{border-collapse:collapse;width:100%;font-size:.875rem}
th,td{padding:.375rem .625rem;text-align:left;vertical-align:top;border-bottom:1px solid var(--line)}
tbody tr:last-child>*{border-bottom:0}
thead th,thead td{background:var(--panel)}
.matrix td,.matrix th{overflow-wrap:normal}
.matrix .result{position:sticky;right:0;background:var(--page);box-shadow:inset 1px 0 var(--line);white-space:nowrap}
.matrix thead .result{background:var(--panel)}
/* What is not in sight is laid out when it comes into it: a matrix has hundreds of runs. */
.runs>section{content-visibility:auto;contain-intrinsic-size:auto none auto 20rem}
.timeline{table-layout:fixed;min-width:44rem}
.timeline tbody th{background:var(--panel);overflow-wrap:anywhere}
.timeline thead th{font-weight:400}
.timeline ul{list-style:none;margin:.125rem 0 0;padding:0;font-size:.8125rem;color:var(--soft)}
.timeline b{font-variant-numeric:tabular-nums}
.timeline .field b{font-family:ui-monospace,SFMono-Regular,Menlo,Consolas,monospace}
.timeline .changed{background:var(--change)}
.timeline .fresh{color:var(--text);font-weight:600}
.timeline .none::before{content:"\\2013";color:var(--soft)}
.timeline tr.component+tr.field>*{border-top:2px solid var(--soft)}
summary{cursor:pointer}
.step{border:1px solid var(--line);border-left-width:.375rem;border-radius:.375rem;margin:.75rem 0;scroll-margin-top:.5rem}
.step.passed{border-left-color:var(--good)}
.step.differs{border-left-color:var(--bad)}
.step.not-checked{border-left-color:var(--warn)}
.step.could-not-run{border-left-color:var(--halt)}
.step>summary{padding:.5rem .75rem;min-height:2.75rem}
.step>summary h3{display:inline;margin:0}
.body{padding:0 .75rem .75rem}
.command{border:1px solid var(--line);border-radius:.375rem;margin:.75rem 0;overflow:hidden}
.typed,.told{background:var(--panel)}
.typed code::before{content:"$ ";color:var(--soft)}
.exit{margin:0;padding:.125rem .75rem;color:var(--bad);font-size:.875rem}
.command pre:focus-visible{outline-offset:-3px}
.diff,.output{border-top:1px solid var(--line)}
.output>summary,.unshown>summary{padding:.25rem .75rem;color:var(--soft);font-size:.8125rem}
.unshown{border:dashed var(--line);border-width:1px 0}
.packets{border-top:1px solid var(--line)}
.packets>summary{padding:.25rem .75rem;color:var(--soft);font-size:.8125rem}
.way{display:flex;flex-wrap:wrap;align-items:flex-start;gap:.5rem 0;list-style:none;margin:0;padding:.5rem .75rem;font-size:.8125rem}
.way>li{border:1px solid var(--line);border-radius:.375rem;padding:.25rem .5rem;max-width:100%}
.way>li+li{position:relative;margin-left:1.75rem}
.way>li+li::before{content:"\\2192";position:absolute;left:-1.375rem;color:var(--soft)}
.way .end>*{display:block}
.way .end:first-child,.way .delivered{background:var(--panel)}
.way .delivered strong{color:var(--good)}
.way .refused strong,.way .dropped strong,.way .unreachable strong{color:var(--bad)}
.way details ol{margin:.25rem 0;padding-left:1.5rem}
pre code>*{display:block;width:max-content;min-width:100%;text-decoration:none}
.missing{color:var(--bad);background:var(--bad-back)}
.extra{color:var(--good);background:var(--good-back)}
.bound{background:var(--panel)}
.bound i{margin-left:1em;color:var(--soft);font-style:normal}
.unshown pre{color:var(--soft)}
.legend{padding:0 .25em;font-family:ui-monospace,Menlo,Consolas,monospace}
.findings{list-style:none;padding:0;margin:.5rem 0}
.findings li{border-left:.25rem solid var(--soft);background:var(--panel);padding:.5rem .75rem;margin:.5rem 0;
border-radius:.25rem}
.findings li.differs{border-color:var(--bad);background:var(--bad-back)}
.findings li.not-checked{border-color:var(--warn);background:var(--warn-back)}
.findings li.could-not-run{border-color:var(--halt);background:var(--halt-back)}
.findings dl{display:grid;grid-template-columns:max-content minmax(0,1fr);gap:.125rem .75rem;margin:.375rem 0 0}
.findings dt{color:var(--soft)}
.findings li dt{color:inherit;opacity:.85}
.findings dd{margin:0;white-space:pre-wrap}
@media (max-width:40rem){
body{padding:.75rem}
.matrix .result{white-space:normal;min-width:6.5rem}
.matrix td,.matrix th{padding:.375rem .375rem}
.timeline{min-width:0}
.timeline,.timeline tbody,.timeline tr,.timeline tbody th,.timeline td{display:block;width:100%}
.timeline thead{position:absolute;width:1px;height:1px;overflow:hidden;clip-path:inset(50%)}
.timeline td::before{content:attr(data-moment);display:block;color:var(--soft);font-size:.8125rem;line-height:1.3;
overflow:hidden;white-space:nowrap;text-overflow:ellipsis}
.timeline .none::before{content:"\\2013  " attr(data-moment)}
.timeline tr.component+tr.field>td{border-top:0}
.findings dl{grid-template-columns:minmax(0,1fr)}
}
@media (prefers-contrast:more){:root{--soft:var(--text);--line:var(--text)}}
@media print{body{max-width:none}.skip,nav{display:none}}
`
