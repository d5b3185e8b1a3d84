/** @file The three court figures, upper half only: flat inks on a panel, closed eyes, no name. */
import { html } from "./html.js";

// Classes carry the inks (css/pieces.css): `coat` is the suit's colour, the rest are the same in all.
const FACE = html`<path class="skin" d="M108 86H142V108C142 119 134 127 125 127C116 127 108 119 108 108Z"/>
<g class="drawn" stroke-width="2.6"><path d="M114 99h7M129 99h7"/><path stroke-width="2" d="M125 100v8h-3"/></g>
<path class="lips" d="M121 115.5c2.5 2 5.5 2 8 0"/>`;

const SHOULDERS = html`<path class="coat" d="M74 175V150C74 138 82 130 94 127L112 122H138L156 127C168 130 176 138
176 150V175Z"/>`;

const QUEEN = html`<path class="night" d="M98 92C98 78 110 72 125 72C140 72 152 78 152 92V128C152 136 158 140 162
143H88C92 140 98 136 98 128Z"/>${SHOULDERS}
<path class="brass" d="M108 123C108 138 116 146 125 146C134 146 142 138 142 123L150 125C150 146 139 157 125 157C111
157 100 146 100 125Z"/><circle class="brass" cx="125" cy="164" r="6"/>${FACE}
<path class="night" d="M108 100C108 90 116 86 125 86C134 86 142 90 142 100L146 88L136 80H114L104 88Z"/>
<path class="brass" d="M102 86C108 80 142 80 148 86L152 66C146 74 140 74 138 64C134 74 128 72 125 60C122 72 116 74 112
64C110 74 104 74 98 66Z"/><g class="wine"><circle cx="125" cy="59" r="4.5"/><circle cx="98" cy="65" r="3.6"/>
<circle cx="152" cy="65" r="3.6"/></g>`;

const JACK = html`<path class="night" d="M101 90H149V118C149 124 145 127 141 127H109C105 127 101 124 101 118Z"/>
${SHOULDERS}<path class="brass" d="M88 129L98 126L125 158L152 126L162 129L129 168V175H121V168Z"/>${FACE}
<path class="night" d="M107 101C107 91 114 87 125 87C136 87 143 91 143 101V88H107Z"/>
<path class="wine" d="M95 86C93 74 106 66 124 66C143 66 157 74 155 86C145 81 105 81 95 86Z"/>
<path class="brass" d="M95 86C105 81 145 81 155 86V92C145 87 105 87 95 92Z"/>
<path class="brass" d="M142 78C146 64 158 56 176 55C177 68 168 79 150 82Z"/>
<path class="rib" d="M147 78C153 70 161 64 169 61"/>`;

const KING = html`<path class="night" d="M101 88H149V120H101Z"/>${SHOULDERS}
<path class="brass" d="M105 124L145 124L131 156L140 175H110L119 156Z"/>
<path class="brass" d="M77 141L84 134L112 175H99ZM173 141L166 134L138 175H151Z"/>${FACE}
<path class="night" d="M106 102C110 108 116 110 125 110C134 110 140 108 144 102V120C144 132 135 139 125 139C115 139 106
132 106 120ZM119 117C121 119.500 129 119.500 131 117C129 115 121 115 119 117Z" fill-rule="evenodd"/>
<path class="brass" d="M101 86V58L114 70L125 54L136 70L149 58V86C141 82 109 82 101 86Z"/>
<path class="wine" d="M101 86C109 82 141 82 149 86V92C141 88 109 88 101 92Z"/>`;

/** @type {Record<string, import("./html.js").Markup>} */
export const COURTS = { J: JACK, Q: QUEEN, K: KING };
