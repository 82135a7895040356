var te="8470a3bc270b",nn="mus-hand/1",sn=["format","id","ruleset","mano","score","cards","declared","bets","infractions","claim"],x=["grande","chica","pares","juego"],I=["pares","juego"],qe="brisbane-2024",U={"brisbane-2024":{preset:"brisbane-2024",kings:8,target:40,refused_raise:"previous",juego_real:"none",jokers:!1,seats:4,deal_again_4567:!1,mus_visto:"obligatory",first_hand:"corrida"},pagat:{preset:"pagat",kings:8,target:40,refused_raise:"previous",juego_real:"none",jokers:!1,seats:4,deal_again_4567:!1,mus_visto:"off",first_hand:"plain"},"euskal-herria":{preset:"euskal-herria",kings:4,target:30,refused_raise:"previous",juego_real:"none",jokers:!1,seats:4,deal_again_4567:!1,mus_visto:"obligatory",first_hand:"corrida"},nabo:{preset:"nabo",kings:4,target:40,refused_raise:"previous",juego_real:"none",jokers:!1,seats:4,deal_again_4567:!1,mus_visto:"obligatory",first_hand:"corrida"}},_t={kings:[8,4],target:{from:5,to:100},refused_raise:["previous","one"],juego_real:["none","three_sevens","sota_oros","fourth_suit"],jokers:[!1,!0],seats:[4,6],deal_again_4567:[!1,!0],mus_visto:["obligatory","off"],first_hand:["corrida","plain"]},ce=["R","C","S","7","6","5","4","3","2","A"],gt={R:"R",C:"C",S:"S",7:"7",6:"6",5:"5",4:"4",3:"3",2:"2",A:"A",1:"A",10:"S",11:"C",12:"R"},ke=["o","c","e","b"],on=["o","c"],rn={8:{R:10,C:9,S:8,7:7,6:6,5:5,4:4,3:10,2:1,A:1},4:{R:10,C:9,S:8,7:7,6:6,5:5,4:4,3:3,2:2,A:1}},$t=[33,34,35,36,37,40,32,31],an=2,ln={pares:{111:"P2",110:"P5",101:"P1",100:"P1","011":"P3","010":"P6","001":"P4","000":"P7",both:"PX"},juego:{111:"J4",110:"J2",101:"J3",100:"J1","011":"J7","010":"J6","001":"J8","000":"J5",both:"JX"}},De=50,cn=100;var R=(t,e)=>Object.hasOwn(t,e)?t[e]:void 0,F=t=>typeof t=="object"&&t!==null&&!Array.isArray(t),B=t=>Number.isSafeInteger(t)&&t>=0?t+0:null,un=t=>t==null||typeof t=="string"||typeof t=="boolean"||typeof t=="number"&&Math.abs(t)<9007199254740992;function ne(t){if(t.length<=40)return t;let e=[...t];return e.length<=40?t:`${e.slice(0,40).join("")}…`}var bt=t=>t.split(/[\t-\r\x1c-\x20\x85\xa0\u1680\u2000-\u200a\u2028\u2029\u202f\u205f\u3000]+/).filter(Boolean);function M(t,e,n={}){return"given"in n&&(n.given=Ao(n.given)),{code:t,path:e,params:{path:e||"record",...n}}}function Ao(t){return typeof t=="string"?ne(t):t==null?"None":typeof t=="boolean"?t?"True":"False":typeof t=="number"?To(t):Array.isArray(t)?"[…]":"{…}"}function To(t){let e=Math.abs(t);return e<2**53?e&&e<1e-4?t.toExponential().replace(/-(\d)$/,(n,s)=>`-0${s}`):String(t):"…"}function we(t,{score:e,target:n}){if((F(t)?Object.keys(t):["?"]).some(c=>c!=="stones"&&c!=="game_winner"))return ye("bad_quick");let o="stones"in t?t.stones:[0,0],r=R(t,"game_winner")??null,i=Array.isArray(o)&&o.length===2?o.map(B):[null];if(i.includes(null))return ye("bad_quick","stones");if(![null,"A","B"].includes(r))return ye("bad_quick","game_winner");let a=i.map((c,p)=>"AB"[p]===r?Math.max(c,n-e[p]):c);if(!a[0]&&!a[1])return ye("quick_nothing_taken","stones");let l=a.map((c,p)=>e[p]+c),f=["A","B"].filter((c,p)=>l[p]>=n);return f.length>1||r&&f[0]!==r?ye("quick_winner_unclear","game_winner"):{ok:!0,winners:{},ledger:["A","B"].flatMap((c,p)=>a[p]?[{pair:c,lance:null,kind:"quick",stones:a[p]}]:[]),stones:a,score:l,game_winner:f[0]??null,penalties:[],needs_ruling:!1}}function ye(t,e){return{ok:!1,errors:[{code:t,path:e?`quick.${e}`:"quick"}]}}function W(t){let e=[],n=kt(t,e);return e.length?null:n}function kt(t,e){if(t==null)return U[qe];if(!F(t))return dn(t,"ruleset",e);let n=Object.hasOwn(t,"preset")?t.preset:qe,s={...dn(n,"ruleset.preset",e)};for(let o of Object.keys(t)){if(o==="preset")continue;let r=t[o];Mo(R(_t,o),r)?s[o]=r:e.push(M("bad_ruleset",`ruleset.${ne(o)}`,{given:r}))}return s}function dn(t,e,n){let s=typeof t=="string"?R(U,t):void 0;return s||n.push(M("bad_ruleset",e,{given:t})),s??U[qe]}function Mo(t,e){if(!t||Array.isArray(t))return!!t?.includes(e);let n=B(e);return n!==null&&t.from<=n&&n<=t.to}var j=t=>t&1?"B":"A",se=t=>t==="A"?"B":"A",V=t=>t==="A"?0:1,fn={kind:"paso",by:null,stones:0};function No(t,e,n,s){let o=null,r=0,i=0,a=!1,l=null;return t.forEach(({by:f,call:c,stake:p},m)=>{let h=($,g)=>s.push(M($,`${n}[${m}]`,g));if(l){h("call_after_close");return}if((c==="quiero"||c==="no_quiero")&&!o){h("nothing_to_answer");return}if(o===f&&h("out_of_turn",{by:f}),c==="no_quiero")l={kind:"refused",by:o,stones:e==="one"||!i?1:i};else if(c==="quiero")l=a?{kind:"ordago",by:o,stones:0}:{kind:"seen",by:o,stones:r};else{if(a&&h("bet_over_ordago"),i=r,c==="envido"){let $=r+an;r=p??$,r<$&&!a&&(o?h("raise_too_small",{stake:r,least:$}):h("bet_too_small",{stake:r}))}a=c==="ordago",o=f}}),!l&&o&&s.push(M("bet_unanswered",n)),l??fn}function pn(t,e,n){let{seats:s,target:o,refused_raise:r}=t.ruleset,i=[...t.score],a={bets:[],endedAt:null,endedByDeje:null};return x.forEach((l,f)=>{let c=t.bets[f],p=`bets.${l}`;if(a.endedAt){c.length&&n.push(M("bets_after_game_over",p));return}let m=!0,h=t.declared[l];I.includes(l)&&(h?m=ue(l,h):e.has("declared")||n.push(M("declaration_required",`declared.${l}`,{seats:s})),!m&&c.length&&n.push(M("no_betting",p)));let _=m&&!e.has(p)?No(c,r,p,n):fn;a.bets.push(_),_.kind==="ordago"?a.endedAt=l:_.kind==="refused"&&(i[V(_.by)]+=_.stones)>=o&&(a.endedAt=l,a.endedByDeje=_.by)}),a}function ue(t,e){let n=new Set(e.flatMap((s,o)=>s?j(o):[]));return n.size===2||t==="juego"&&!n.size}var yt=[["paso",1]],wt=[["punto",1]],Ie=t=>t==="grande"||t==="chica",Be=class{constructor({holdings:e,held:n,declared:s,mano:o,ruleset:r}){this.holdings=e,this.held=n,this.declared=s,this.order=Array.from({length:r.seats},(i,a)=>(o+a)%r.seats)}winner(e,n){return Ie(e)?this.bestSide(e):this.isPunto(e)?this.bestSide("punto"):this.bestSide(e,n)}bestSide(e,n){let s=0,o=null;for(let r of this.order){let i=!n||n.has(r)?this.holdings[r][e]:0;i>s&&([s,o]=[i,j(r)])}return o}wordsAgree(e){return!!this.held[e]?.every((n,s)=>n===this.declared[e][s])}declarers(e){return new Set(this.order.filter(n=>this.declared[e][n]&&this.held[e][n]))}isPunto(e){return e==="juego"&&!this.declared[e].includes(!0)}usual(e,n,s){let o=n.kind==="refused";if(Ie(e))return o?[n.by,[]]:[this.bestSide(e),n.stones?[["envite",n.stones]]:yt];if(this.isPunto(e))return[o?n.by:this.bestSide("punto"),[...ve(n),...wt]];if(!this.declared[e].includes(!0))return[null,[]];let r=o?n.by:this.bestSide(e,s);return[r,[...ve(n),...this.worth(e,r,s)]]}awarded(e,n,s){return[n,this.worth(e,n,s)]}truthful(e){if(Ie(e))return[this.bestSide(e),yt];let n=this.bestSide(e);return!n&&e==="juego"?[this.bestSide("punto"),wt]:[n,this.worth(e,n)]}forfeited(e,n,s){if(!s)return[null,[]];if(Ie(e))return[s,n.kind==="paso"?yt:ve(n)];if(this.isPunto(e))return[s,[...ve(n),...wt]];let o=this.declared[e];if(!o.includes(!0))return[null,[]];let r=o.some((i,a)=>i&&j(a)===s);return[s,[...ve(n),...r?this.worth(e,s,this.declarers(e)):[]]]}worth(e,n,s){if(!n)return[];let o=this.holdings.reduce((r,{worth:i},a)=>(a&1)===V(n)&&(!s||s.has(a))?r+i[e]:r,0);return[[e,o]]}},ve=t=>t.kind==="seen"?[["envite",t.stones]]:[];function mn(t,e,n){let s=e.declared[t],o=e.order.filter($=>{let{may:g,mayLack:w}=e.holdings[$];return!(s[$]?g:w)[t]});if(!o.length)return null;let r=["A","B"].flatMap($=>{let g=o.filter(w=>j(w)===$);return g.find(w=>s[w])??g.slice(0,1)}),i=($,g)=>({clause:ln[t][$],lance:t,seat:g});if(r.length===2){let $=r.sort().map(g=>i("both",g));return{...Se("truth",new Set),penalties:$,isVoid:!0,needsRuling:!0}}let[a]=r,l=e.declarers(t),f=j(a),c=new Set([...l].map(j)),[p,m]=[c.has(f),c.has(se(f))],h=[s[a],p,m].map(Number).join("");return{...(s[a]?Lo:Ro)({lance:t,count:e,bet:n,counting:l,x:f,y:se(f),partner:p,others:m,wrong:o}),penalties:[i(h,a)],needsRuling:o.length>1}}var Se=(t,e)=>({basis:t,counting:e,winner:null,dejeTo:null,isVoid:!1}),de=(t,e,n=null)=>({basis:"awarded",counting:e,winner:t,dejeTo:n,isVoid:!0});function Lo({lance:t,count:e,bet:n,counting:s,x:o,y:r,partner:i,others:a}){return i&&a?(n.kind==="refused"?n.by:e.bestSide(t,s))===o?de(r,s,r):Se("usual",s):i?Se("usual",s):a?de(r,s):t==="pares"?de(null,new Set):{...de(r,new Set,r),basis:"punto"}}function Ro({counting:t,x:e,y:n,partner:s,others:o,wrong:r}){if(s&&o)return Se("usual",t);if(o)return de(n,t,n);let i=new Set([...t,...r]);return s?Se("usual",i):de(e,i)}var Q=11;function vt(t){let e=t.indexOf("="),n=e<0?t:t.slice(0,e),s=ke.find(i=>n.endsWith(i))??"",o=R(gt,n.slice(0,n.length-s.length));if(!o)return null;if(e<0)return{rank:o,suit:s,standsFor:""};let r={rank:o,suit:s,standsFor:R(gt,t.slice(e+1))};return Y(r)&&"RA".includes(r.standsFor??"?")?r:null}var Y=({rank:t,suit:e})=>t==="S"&&on.includes(e),Pe=({rank:t,suit:e})=>t+e;function Fe(t,e){let n=hn(t,e),o=(e.jokers&&t.some(Y)?Io(t):[t]).map(r=>hn(r,e));return{...n,may:{pares:o.some(r=>r.pares),juego:o.some(r=>r.juego)},mayLack:{pares:o.some(r=>!r.pares),juego:o.some(r=>!r.juego)}}}function hn(t,e){let n=t.map(l=>rn[e.kings][l.standsFor||l.rank]).sort((l,f)=>f-l),s=n.reduce((l,f)=>l+(f<8?f:10),0),[o,r]=qo(n),i=$t.indexOf(s)+1,a=i&&Do(t,e.juego_real)?$t.length+1:i;return{grande:_n(n),chica:_n(n.map(l=>Q-l).reverse()),pares:o,juego:a,punto:s<=30?s:0,total:s,worth:{pares:r,juego:a&&(s===31?3:2)}}}var _n=t=>t.reduce((e,n)=>e*Q+n,0);function qo([t,e,n,s]){return t===e&&n===s?[3*Q**2+t*Q+n,3]:e===n&&(n===t||n===s)?[2*Q**2+e,2]:t===e?[Q**2+t,1]:e===n?[Q**2+e,1]:n===s?[Q**2+n,1]:[0,0]}var gn=t=>t.rank==="S"&&!t.standsFor;function Do(t,e){let n=t.filter(o=>o.rank!=="7");if(e==="none"||n.length!==1)return!1;let[s]=n;return e==="three_sevens"?"RCS3".includes(s.standsFor||s.rank):e==="sota_oros"?gn(s)&&s.suit==="o":gn(s)&&new Set(t.map(o=>o.suit)).size===4}function $n(t,e){return e!=="sota_oros"&&e!=="fourth_suit"||t.map(s=>s.rank).sort().join("")!=="777S"?-1:t.findIndex(s=>!s.suit&&(s.rank==="S"||e==="fourth_suit"))}function Io(t){return t.reduce((e,n)=>e.flatMap(s=>Y(n)?[[...s,{...n,standsFor:"R"}],[...s,{...n,standsFor:"A"}]]:[[...s,n]]),[[]])}var Bo=["envido","ordago","quiero","no_quiero"];function yn(t){if(!F(t))return{record:null,faults:[M("bad_json","")]};let e=new St(t);return{record:e.record(),faults:e.faults,unread:e.unread}}function wn(t){let e=typeof t=="string"?bt(t):t;if(!Array.isArray(e)||e.length!==4)return null;let n=e.map(s=>typeof s=="string"?vt(s):null);return n.includes(null)?null:n}var St=class{constructor(e){this.value=e,this.faults=[],this.unread=new Set}record(){this.frame();let e=this.cards(),n=e&&e.map(o=>Fe(o,this.ruleset)),s=o=>n?.map(r=>r[o]>0);return{id:this.get("id"),ruleset:this.ruleset,mano:this.mano(),score:this.two("score","bad_score",this.ruleset.target-1)??[0,0],holdings:n,held:{pares:s("pares"),juego:s("juego")},declared:this.declared(),bets:this.bets(),infractions:this.infractions(),claim:this.two("claim","bad_claim",1/0)}}get(e){return R(this.value,e)}get last(){return this.ruleset.seats-1}bad(e,n,s,o){this.faults.push(M(e,n,o)),this.unread.add(s)}frame(){for(let s of Object.keys(this.value))sn.includes(s)||this.bad("bad_json",ne(s),"frame");let e=this.get("format");e!==void 0&&e!==nn&&this.bad("bad_json","format","frame"),un(this.get("id"))||this.bad("bad_json","id","frame");let n=this.faults.length;this.ruleset=kt(this.get("ruleset"),this.faults),this.faults.length>n&&this.unread.add("ruleset")}mano(){let e=B(this.get("mano"));return e!==null&&e<=this.last?e:(this.bad("bad_mano","mano","mano",{last:this.last}),0)}two(e,n,s){let o=this.get(e);if(o==null)return null;let r=Array.isArray(o)&&o.length===2?o.map(B):[null];return r.every(i=>i!==null&&i<=s)?r:(this.bad(n,e,e,{last:s}),null)}cards(){let e=this.get("cards");if(e==null)return null;let{seats:n}=this.ruleset;if(!Array.isArray(e)||e.length!==n)return this.bad("bad_cards","cards","cards",{seats:n}),null;let s=e.map((o,r)=>this.four(o,`cards[${r}]`));return this.count(s.flatMap(o=>o??[])),this.unread.has("cards")?null:s}four(e,n){let s=typeof e=="string"?bt(e):e;if(!Array.isArray(s)||s.length!==4)return this.bad("bad_cards",n,"cards",{seats:this.ruleset.seats}),null;let o=[];return s.forEach((r,i)=>{let a=typeof r=="string"?vt(r):null;a&&(this.ruleset.jokers||!a.standsFor)?o.push(a):this.bad("bad_card",`${n}[${i}]`,"cards",{given:r})}),o.length<4?null:(this.checkVariants(n,o),o)}checkVariants(e,n){n.forEach((o,r)=>{this.ruleset.jokers&&Y(o)&&!o.standsFor&&this.bad("joker_unresolved",`${e}[${r}]`,"cards",{card:Pe(o)})});let s=$n(n,this.ruleset.juego_real);s>=0&&this.bad("bad_card",`${e}[${s}]`,"cards",{given:Pe(n[s])})}count(e){let n=(s,o,r)=>this.bad("too_many_of_rank","cards","cards",{rank:s,count:o,most:r});for(let[s,o]of kn(e.map(r=>r.rank)))o>4&&n(s,o,4);if(this.ruleset.jokers){let s=e.filter(o=>o.rank==="S"&&!Y(o)).length;s>2&&s<=4&&n("S",s,2)}for(let[s,o]of kn(e.filter(r=>r.suit).map(Pe)))o>1&&this.bad("duplicate_card","cards","cards",{card:s})}declared(){let e=this.get("declared"),n={};if(!F(e))return n;for(let s of Object.keys(e)){let o=`declared.${ne(s)}`;I.includes(s)?this.isDeclaration(e[s])&&(n[s]=e[s]):this.bad("bad_lance",o,o)}return n}isDeclaration(e){return Array.isArray(e)&&e.length===this.ruleset.seats&&e.every(n=>typeof n=="boolean")}bets(){let e=this.get("bets")??{};if(!F(e))return this.bad("bad_call","bets","bets"),x.map(()=>[]);for(let n of Object.keys(e))x.includes(n)||this.bad("bad_lance",`bets.${ne(n)}`,"bets");return x.map(n=>this.calls(`bets.${n}`,R(e,n)??[]))}calls(e,n){if(!bn(n))return this.bad("bad_call",e,e),[];let s=n.map(Po);return s.forEach((o,r)=>{o||this.bad("bad_call",`${e}[${r}]`,e)}),s.filter(Boolean)}infractions(){let e=this.get("infractions")??[],n=o=>this.bad("bad_infraction",o,"infractions",{last:this.last});if(!bn(e))return n("infractions"),[];let s=new Set;return e.forEach((o,r)=>{let i=Fo(o);i!==null&&i<=this.last?s.add(i):n(`infractions[${r}]`)}),[...s].sort()}},bn=t=>Array.isArray(t)&&t.length<=cn;function kn(t){let e=new Map;for(let n of t)e.set(n,(e.get(n)??0)+1);return e}function Po(t){if(!F(t))return null;let{by:e,call:n,stake:s,...o}=t;if(Object.keys(o).length||e!=="A"&&e!=="B"||!Bo.includes(n))return null;if(s==null)return{by:e,call:n,stake:null};let r=B(s);return r!==null&&n==="envido"?{by:e,call:n,stake:r}:null}function Fo(t){return!F(t)||Object.keys(t).length!==2?null:R(t,"kind")==="false_claim"?B(R(t,"seat")):null}function oe(t){let{record:e,faults:n,unread:s}=yn(t);if(!e)return{faults:n};let o=pn(e,s,n);if(!e.holdings&&!s.has("cards")&&Ho(e,o)&&n.push(M("cards_required","cards")),n.length)return{faults:n.slice(0,De)};let r=new xt(e,o);return{faults:n,settlement:r.settlement(),fold:r}}function Ho(t,{bets:e,endedAt:n,endedByDeje:s}){let o=new Set(t.infractions.map(j));if(s||o.size===2)return!1;if(n)return!o.size;let r=l=>t.declared[l]??[];if(I.some(l=>{let f=e[x.indexOf(l)],p=r(l).flatMap((m,h)=>m?j(h):[]).filter(m=>!o.has(m));return o.size&&f.kind==="refused"?p.includes(f.by):p.length}))return!0;let a=r("juego").includes(!0)?e.slice(0,2):[e[0],e[1],e[3]];return!o.size&&a.some(l=>l.kind!=="refused")}var xt=class{constructor(e,n){this.record=e,this.betting=n,this.score=[...e.score],this.stones=[0,0],this.ledger=[],this.winners={},this.gameWinner=null,this.resumedAt=null,this.guilty=new Set(e.infractions.map(j)),this.count=new Be(e),this.verdicts=e.holdings?this.judge():{},this.needsRuling=this.guilty.size===2}settlement(){this.guilty.size?this.settleFalseClaim():this.settle();let{id:e,claim:n,infractions:s}=this.record,o=n?.map((i,a)=>i-this.stones[a]),r=x.filter(i=>i in this.winners);return{...e!=null&&{id:e},ok:!0,winners:Object.fromEntries(r.map(i=>[i,this.winners[i]])),ledger:this.ledger,stones:this.stones,score:this.score,game_winner:this.gameWinner,penalties:[...s.map(i=>({clause:"G0",lance:null,seat:i})),...I.flatMap(i=>this.verdicts[i]?.penalties??[])],needs_ruling:this.needsRuling,...n&&{claim:{agrees:!o[0]&&!o[1],difference:o}}}}judge(){let e={};for(let n of I){let s=this.betting.bets[x.indexOf(n)],o=s&&mn(n,this.count,s);o&&(e[n]=o)}return e}settle(){let{bets:e,endedAt:n,endedByDeje:s}=this.betting,o=Object.values(this.verdicts),r=!!(n&&this.verdicts[n]?.isVoid);if(this.resumedAt=r?n:null,this.needsRuling=r||o.some(a=>a.needsRuling),this.payDejes(),s&&this.gameWinner!==s&&(this.needsRuling=!0),this.gameWinner)return;let i=x.indexOf(n);if(n&&!r&&e[i].kind==="ordago"){this.payOrdago(n,this.count.winner(n,this.counting(n)));return}x.forEach((a,l)=>{let f=r&&l>i;this.pay(a,f?this.count.truthful(a):this.payment(a,e[l]))})}payDejes(){this.betting.bets.forEach((e,n)=>{let s=x[n],o=this.verdicts[s];o?.isVoid?(o.winner&&(this.winners[s]=o.winner),o.dejeTo&&this.enter(o.dejeTo,s,"deje",1)):this.payDeje(s,e)})}payDeje(e,n){n.kind==="refused"&&(this.winners[e]=n.by,this.enter(n.by,e,"deje",n.stones))}counting(e){return I.includes(e)?this.verdicts[e]?this.verdicts[e].counting:!this.record.holdings||this.count.wordsAgree(e)?null:this.count.declarers(e):null}payment(e,n){let{basis:s,winner:o,counting:r}=this.verdicts[e]??{basis:"usual"};return s==="truth"?this.count.truthful(e):s==="usual"?this.count.usual(e,n,this.counting(e)):s==="punto"?[o,[["punto",1]]]:this.count.awarded(e,o,r)}settleFalseClaim(){let{bets:e,endedAt:n}=this.betting,s=["A","B"].find(o=>!this.guilty.has(o))??null;if(e.forEach((o,r)=>this.payDeje(x[r],o)),!this.gameWinner){if(n){this.payOrdago(n,s);return}x.forEach((o,r)=>{let i=e[r],a=i.kind==="refused"&&i.by!==s;this.pay(o,a?[i.by,[]]:this.count.forfeited(o,i,s))})}}payOrdago(e,n){let s=n&&this.record.ruleset.target-this.score[V(n)];this.pay(e,[n,[["ordago",s]]])}pay(e,n){let[s,o]=n;this.winners[e]=s;for(let[r,i]of s?o:[])this.enter(s,e,r,i)}enter(e,n,s,o){if(this.gameWinner||!o)return;this.ledger.push({pair:e,lance:n,kind:s,stones:o});let r=V(e);this.stones[r]+=o,this.score[r]+=o,this.score[r]>=this.record.ruleset.target&&(this.gameWinner=e)}};var Uo=["format","id","ruleset","mano","score"],vn=["A","B"],Ct=(t,e)=>(t+1)%e;function xn(t,{ruleset:e,winsNeeded:n,firstMano:s}){let o=W(e),r={A:0,B:0},i={games:[],winner:null},a=s;for(let[l,f]of t.entries()){if(i.winner){let p=f.hands.length;i.games.push(Cn({mano:a,nextMano:a,fellAway:p}));continue}let c=Wo(f,e,o,a);if(c.faults)return{problem:{game:l+1,hand:c.hand,faults:c.faults}};if(i.games.push(c),a=c.nextMano,c.winner)r[c.winner]+=1,r[c.winner]>=n&&(i.winner=c.winner);else{let p=t.findIndex((m,h)=>h>l&&(m.hands.length||m.decided));if(p>=0)return{problem:{game:l+1,later:p+1}}}}return i}var Cn=t=>({hands:[],fellAway:0,score:[0,0],winner:null,...t});function Wo({hands:t,decided:e},n,s,o){let r=Cn({mano:o,nextMano:o});for(let[i,a]of t.entries()){if(r.winner)break;let l=i===0?a.mano??o:r.nextMano;i===0&&(r.mano=l);let f={ruleset:n,mano:l,score:r.score,again:!0},{hand:c,faults:p}=Et(a,f);if(p)return{hand:i+1,faults:p};r.hands.push(c),r.score=c.score,r.winner=c.gameWinner,r.nextMano=Ct(l,s.seats)}return r.fellAway=t.length-r.hands.length,r.winner=e??r.winner,r}function Et({name:t,content:e,ruled:n=null},{ruleset:s,mano:o,score:r,again:i}){let a=W(s),l={id:t,ruleset:s,mano:o,score:[...r],...e},{settlement:f,faults:c}=Sn(l,a);if(c&&i&&c.every(m=>m.code==="bets_after_game_over")){let m=c.map(_=>_.path.slice(5)),h=Object.entries(l.bets).filter(([_])=>!m.includes(_));l={...l,bets:Object.fromEntries(h)},{settlement:f,faults:c}=Sn(l,a)}if(!n){if(c)return{faults:c};let{stones:m,score:h,game_winner:_}=f;return{hand:{record:l,settlement:f,mano:o,stones:m,score:h,gameWinner:_}}}f??={id:t,ok:!1,errors:c};let p=Go(n,r,a.target);return p.faults?p:{hand:{record:l,settlement:f,mano:o,...p}}}function Sn(t,{target:e,seats:n}){if(!("quick"in t)){let{settlement:a,faults:l}=oe(t);return a?{settlement:a}:{faults:l.map(({code:f,path:c})=>({code:f,path:c}))}}let s=Object.keys(t).filter(a=>a!=="quick"&&!Uo.includes(a)).map(a=>({code:"quick_stands_alone",path:a}));if((B(t.mano)??n)>=n&&!s.length&&s.push({code:"bad_mano",path:"mano"}),s.length)return{faults:s.slice(0,De)};let{errors:r,...i}=we(t.quick,{score:t.score,target:e});return r?{faults:r}:{settlement:{id:t.id,...i}}}function Go({stones:t,game_winner:e},n,s){let o=t.map((a,l)=>vn[l]===e?Math.max(a,s-n[l]):a),r=o.map((a,l)=>n[l]+a),i=vn.filter((a,l)=>r[l]>=s);return i.length>1||e&&i[0]!==e?{faults:[{code:"quick_winner_unclear",path:"game_winner"}]}:{stones:o,score:r,gameWinner:i[0]??null}}function Ko(t,e){let n=W(e),s=n&&wn(t),o=r=>n.jokers?Y(r)&&!r.standsFor:r.standsFor;return s&&!s.some(o)?Fe(s,n):null}function En(t,e){let n=(t??[]).map(s=>Ko(s,e));return{pares:n.map(s=>s&&s.pares>0),juego:n.map(s=>s&&s.juego>0)}}var Jo=["format","id","ruleset","mano","score"],Ot=["A","B"],re=t=>Object.fromEntries(Object.entries(t).filter(([e])=>!Jo.includes(e)));function He(t,e){let n=structuredClone({match:t.match,last:t.last,next:t.next}),s=new Map,o=[],r=e.filter(i=>i.status==="waiting");for(let i=!0;i;){i=!1;for(let a of r){let l=zo(n,a);s.set(a.key,l),l==="applied"&&(o.push(a.key),i=!0)}r=r.filter(a=>s.get(a.key)==="gap")}return{...n,current:n.match??n.last,marks:s,order:o}}var xe=({kind:t})=>t.startsWith("attention.");function zo(t,e){try{return Vo(t,e)}catch(n){return console.warn("an action that cannot be applied",e,n),"unfit"}}function Vo(t,{action:e,key:n,on:s}){if(xe(e))return"applied";if(e.kind==="match.start")return Xo(t,e);if(e.kind==="match.take_back_start")return Zo(t,e);let o=[t.match,t.last].find(r=>r?.id===e.match);return!o||!Qo(o,e,s)?"unfit":Ue(o,e,n)}function Qo(t,{game:e,hand:n,version:s},o){let r=o&&t.history.find(i=>i.game===e&&i.number===n);return!r||r.version&&r.version===s?!0:r.key===o.key&&!!(r.key||r.version===o.version)}function Ue(t,e,n=null){let s=Yo[e.kind];return s?s(t,e,n):"unfit"}var Yo={"hand.record":er,"hand.correct":tr,"hand.undo":nr,"game.confirm":(t,{game:e,by:n})=>On(t.confirmed.games,String(e),n),"match.confirm":(t,{by:e})=>On(t.confirmed,"match",e),"call.raise":()=>"applied"};function On(t,e,n){return t[e]=Ot.filter(s=>n.includes(s)||t[e]?.includes(s)),"applied"}function Xo(t,e){let n=t.next.find(o=>o.id===e.match);if(!n)return"late";let s=e.four_kings?4:n.ruleset.kings;return t.next=t.next.filter(o=>o!==n),t.last=t.match??t.last,t.match={...n,status:"playing",winner:null,seating:e.seating,first_mano:e.first_mano,four_kings:e.four_kings,ruleset:{...n.ruleset,kings:s},games_won:[0,0],games:[],game:{number:1,score:[0,0]},hand:{number:1},mano:e.first_mano,mano_free:n.ruleset.first_hand==="corrida",awaiting_ruling:!1,open_rulings:0,history:[],confirmed:{games:{},match:[]}},"applied"}function Zo(t,e){let{match:n}=t;if(n?.id!==e.match)return"late";if(n.history.length||n.games.some(c=>c.winner))return"unfit";let{id:s,best_of:o,pairs:r,ruleset:i,four_kings:a,four_kings_allowed:l}=n,f=a?U[i.preset]?.kings??i.kings:i.kings;return t.next=[{id:s,best_of:o,pairs:r,ruleset:{...i,kings:f},four_kings_allowed:l},...t.next],t.match=null,"applied"}function er(t,e,n){let s=t.hand&&[t.game.number,t.hand.number];if(!s)return"late";let o=e.game-s[0]||e.hand-s[1];if(o)return o<0?"late":"gap";let{mano:r}=e.record,i={ruleset:t.ruleset,mano:t.mano_free?r??t.mano:t.mano,score:t.game.score},a=re(e.record),{hand:l}=Et({content:a},i);return l?(t.history.push({game:e.game,number:e.hand,version:null,key:n,waits:!0,verified:!a.quick,ruled:null,...jn(l)}),sr(t),"applied"):"unfit"}var jn=({record:t,settlement:e,stones:n,score:s,gameWinner:o})=>({record:t,settlement:e,stones:n,score:s,game_winner:o});function tr(t,e,n){let s=t.history.findIndex(i=>i.game===e.game&&i.number===e.hand);if(s<0)return"gap";let o=t.history[s],r={...o,key:n,waits:!0,ruled:null,verified:!e.record.quick,record:{mano:e.record.mano??o.record.mano,...re(e.record)}};return An(t,t.history.map((i,a)=>a===s?r:i))}function nr(t,e){let n=t.history.at(-1);return!n||n.game!==e.game||n.number!==e.hand?"gap":An(t,t.history.slice(0,-1))}function An(t,e){let n=t.games.filter(p=>p.ended_by&&p.ended_by!=="hands"),s=Math.max(0,...e.map(p=>p.game),...n.map(p=>p.number)),o=Array.from({length:s},(p,m)=>m+1),r=p=>e.filter(m=>m.game===p),i=p=>n.find(m=>m.number===p),a=xn(o.map(p=>({hands:r(p).map(m=>({content:re(m.record),mano:m.record.mano,ruled:m.ruled??null})),decided:i(p)?.winner})),{ruleset:t.ruleset,winsNeeded:jt(t),firstMano:t.first_mano??0});if(!a.games)return"unfit";let l=a.games.filter(p=>p.hands.length||p.winner),f=l.map(({hands:p,score:m,winner:h},_)=>({number:_+1,score:m,winner:h,ended_by:i(_+1)?.ended_by??(h?"hands":""),hands:p.length})),c=l.flatMap(({hands:p},m)=>p.map((h,_)=>({...r(m+1)[_],...jn(h)})));return Mn(t,{history:c,games:f,turn:l.at(-1)?.nextMano??t.first_mano??0}),"applied"}var jt=t=>(t.best_of+1)/2,Tn=t=>Math.max(...t.games_won)>=jt(t);function sr(t){let e=t.history.at(-1),n=t.games.find(i=>i.number===e.game);n||t.games.push(n={number:e.game,hands:0});let s=e.game_winner,o=s?"hands":"";Object.assign(n,{score:e.score,winner:s,ended_by:o,hands:e.number}),e.settlement.needs_ruling&&(t.open_rulings+=1);let r=Ct(e.record.mano,W(t.ruleset).seats);Mn(t,{history:t.history,games:t.games,turn:r})}function Mn(t,{history:e,games:n,turn:s}){let o=Ot.map(f=>n.filter(c=>c.winner===f).length),r=Ot.find((f,c)=>o[c]>=jt(t))??null,i=!!(r&&t.open_rulings),a=n.find(f=>!f.winner),l=r?{game:null,hand:null,mano:null,mano_free:!1}:{game:{number:a?.number??n.length+1,score:a?.score??[0,0]},hand:{number:(a?.hands??0)+1},mano:s,mano_free:!a?.hands&&W(t.ruleset).first_hand==="corrida"};Object.assign(t,l,{history:e,games:n,games_won:o,winner:i?null:r,status:r&&!i?"finished":"playing",awaiting_ruling:i})}function We(t,e){let n=structuredClone(t);if(Ue(n,e)!=="applied")return null;let s=i=>`${i.game}.${i.number}`,o=new Map(n.history.map(i=>[s(i),i])),r=(i,a)=>String([i.score,i.game_winner])!==String([a.score,a.game_winner]);return{after:n,changed:t.history.filter(i=>o.has(s(i))&&r(i,o.get(s(i)))).map(i=>({hand:i,now:o.get(s(i))})),gone:t.history.filter(i=>!o.has(s(i))),winner:t.winner===n.winner?void 0:n.winner}}function Ce(){return crypto.randomUUID?crypto.randomUUID():[...crypto.getRandomValues(new Uint8Array(16))].map(e=>e.toString(16).padStart(2,"0")).join("")}var At="signing",Nn={ed25519:[{name:"Ed25519"},{name:"Ed25519"}],p256:[{name:"ECDSA",namedCurve:"P-256"},{name:"ECDSA",hash:"SHA-256"}]},Ln=t=>btoa(String.fromCharCode(...new Uint8Array(t))),or=t=>navigator.locks?navigator.locks.request("mus-tablet-key",t):t(),rr=(t,{match:e,game:n,score:s=[],hands:o,by:r=[]})=>["mus-agreement/1",t,e,n?`game ${n}`:"match",s.join(" "),o,r.join("")].join(`
`),Ge=class{found=null;constructor(e){this.store=e}know(e){e&&(this.found??=Promise.resolve(e))}key(){return this.found??=or(()=>this.keptOrMade()).catch(()=>null),this.found}async keptOrMade(){let{values:e}=await this.store.read();if(e[At])return e[At];let n=await this.made();return await this.store.write({values:{[At]:n}}),n}async made(){for(let[e,[n]]of Object.entries(Nn))try{let o=await crypto.subtle.generateKey(n,!1,["sign","verify"]),r=await crypto.subtle.exportKey("raw",o.publicKey);return{kind:e,text:`${e}:${Ln(r)}`,secret:o.privateKey}}catch{}throw new Error("no key can be made here")}async sign(e,n){let s=await this.key();if(!s)return null;try{let o=new TextEncoder().encode(rr(e,n)),r=await crypto.subtle.sign(Nn[s.kind][1],s.secret,o);return{key:s.text,signature:Ln(r)}}catch{return null}}};var ir=40,ar=5,lr=20,Rn=({key:t,status:e,after:n})=>[t,e,n].join(),Ke=({key:t,instead:e=[]})=>[t,...e].slice(0,lr);function Tt(t,e,n=[]){return t&&(t.key===e?.key&&(t.key||t.version===e?.version)||n.includes(t.key??""))?t.version:0}function qn(t){return{items:t.filter(Dn).sort((n,s)=>n.seq-s.seq),broken:t.filter(n=>!Dn(n))}}function Dn(t){let{key:e,seq:n,status:s,action:o}=t??{};return typeof e=="string"&&typeof n=="number"&&o?.key===e&&typeof o.kind=="string"&&["waiting","attention"].includes(s)}function cr(){try{return"BroadcastChannel"in self?new BroadcastChannel("mus-tablet"):null}catch{return null}}var Je=class{listeners=new Set;now={started:!1,device:null,table:null,etag:null,items:[],broken:[],draft:null,notices:[],called:null,settings:{language:"",theme:"auto"},rehearsal:null,reached:null,failing:null,keeping:0,flying:new Set,update:null,durable:!0,unsaved:null};pending=new Map;seq=0;newer=new Set;held=new Map;later=0;onKept=()=>{};known=null;constructor(e){this.store=e,this.signer=new Ge(e),this.channel=cr(),this.channel&&(this.channel.onmessage=()=>this.refresh()),addEventListener("pagehide",()=>this.later&&this.note({draft:this.now.draft}))}set(e){this.now={...this.now,...e},this.listeners.forEach(n=>n(this.now))}async reload(){let{values:e,items:n}=await this.store.read(),{items:s,broken:o}=qn(n),{device:r,table:i,etag:a,draft:l,notices:f,called:c,settings:p,rehearsal:m,signing:h}=e;this.signer.know(h),this.set({started:!0,durable:this.store.durable,device:r??null,table:i??null,etag:a??null,draft:l??null,notices:f??[],called:c??null,settings:{...this.now.settings,...p},rehearsal:m??null,items:s,broken:o})}async refresh(){let{values:e,items:n}=await this.store.read(),s=this.withHeld(qn(n).items);if(this.now.device&&!("device"in e))return this.restore();let{device:o=null,table:r=null,etag:i=null,notices:a=[]}=e,l=String(s.map(Rn))===String(this.now.items.map(Rn)),f=Object.entries({device:o,table:r,etag:i,notices:a}).filter(([c])=>!this.newer.has(c));this.set({...Object.fromEntries(f),items:l?this.now.items:s})}async restore(){let{device:e,table:n,etag:s,draft:o,notices:r,called:i,settings:a,rehearsal:l,items:f}=this.now,c=await this.signer.found??void 0,p={device:e,table:n,etag:s,draft:o,notices:r,called:i,settings:a,rehearsal:l,signing:c};return this.store.write({values:p,put:f})}async keep({values:e={},put:n=[],drop:s=[],...o}){"draft"in e&&this.forgetLater();let r=[...s,...this.copiesOf(s)];await this.store.write({values:e,put:n,drop:r,...o});let i=new Set([...r,...n.map(l=>l.key)]);i.forEach(l=>this.held.delete(l));let a=[...this.now.items.filter(l=>!i.has(l.key)),...n];this.isNewer(e,!1),this.set({...e,items:a.sort((l,f)=>l.seq-f.seq)}),this.channel?.postMessage("changed")}async keepOrHold(e){e.length&&await this.keep({put:e}).catch(()=>{e.forEach(n=>this.held.set(n.key,n)),this.set({items:this.withHeld(this.now.items)})})}async keepHeld(){this.held.size&&await this.keep({put:[...this.held.values()]}).catch(()=>{})}withHeld(e){let n=new Set(e.map(({key:o})=>o));for(let[o,{action:r}]of this.held){let i=r.kind==="attention.raise"&&!n.has(o)?r.action.key:o;n.has(i)||this.held.delete(o)}return[...e.filter(({key:o})=>!this.held.has(o)),...this.held.values()].sort((o,r)=>o.seq-r.seq)}copiesOf(e){return this.now.items.filter(({action:n})=>n.kind==="attention.raise"&&e.includes(n.action?.key)).map(({key:n})=>n)}lay(e){let{draft:n}=this.now;return this.note({draft:{...e,under:n?.edit||n?.instead?n.under:n}})}draw(e){this.set({draft:e}),this.forgetLater(),this.later=setTimeout(()=>this.note({draft:e}),ir)}async note(e){"draft"in e&&this.forgetLater(),this.set(e);let n=await this.store.write({values:e,relaxed:!0}).then(()=>!1,()=>!0);this.isNewer(e,n)}isNewer(e,n){for(let s of Object.keys(e))n?this.newer.add(s):this.newer.delete(s)}forgetLater(){clearTimeout(this.later),this.later=0}get local(){let{table:e,items:n,rehearsal:s}=this.now,o=s??{table:e,items:n};return o.table?((this.known?.table!==o.table||this.known.items!==o.items)&&(this.known={...o,local:He(o.table,o.items)}),this.known.local):null}get waiting(){return this.now.items.filter(e=>e.status==="waiting")}get attention(){return this.now.items.filter(e=>e.status==="attention")}get stuck(){let{failing:e}=this.now;return e&&e.times>=ar&&this.waiting.find(({key:n})=>n===e.key)}act(e,{key:n=Ce(),after:s=null,on:o=null,values:r={},drop:i=[]}={}){let a=JSON.stringify(e),l=this.pending.get(a);if(l)return l;let{device:f,rehearsal:c}=this.now,p={...e,key:n,made_at:new Date().toISOString()},m={key:n,seq:this.nextSeq(),action:p,status:"waiting",after:s,on:o};!c&&f&&(m.table={number:f.table.number,slug:f.tournament.slug});let h=this.keepItem({item:m,values:r,drop:i}).finally(()=>{this.pending.delete(a),this.set({keeping:this.pending.size})});return this.pending.set(a,h),this.set({keeping:this.pending.size}),h}async keepItem({item:e,values:n,drop:s}){let{rehearsal:o}=this.now;try{o?await this.note({...n,rehearsal:{...o,items:[...o.items,e]}}):await this.keep({put:[await this.signed(e)],values:n,drop:s})}catch(r){return console.warn("nothing could be kept",r),this.set({unsaved:{item:e,values:n,drop:s}}),null}return this.set({unsaved:null}),this.onKept(),e}async signed(e){let{action:n}=e,{device:s}=this.now;return s&&n.kind.endsWith(".confirm")&&!("signed"in n)&&(n.signed=await this.signer.sign(s.tournament.slug,n)),e}nextSeq(){let{items:e,rehearsal:n}=this.now,s=[...e,...n?.items??[]].map(o=>o.seq);return this.seq=Math.max(this.seq,...s)+1,this.seq}aim(e,{game:n,number:s,key:o,version:r}){let i=({kind:m})=>m==="hand.correct"||m==="hand.undo",a=m=>m.game===n&&m.hand===s,l=this.now.rehearsal?[]:this.waiting.filter(({action:m})=>m.match===e.id&&(a(m)||i(m))),f={key:o,version:r},c=l.at(-1)?.key??null,p=e.history.find(m=>m.game===n&&m.number===s);return{on:f,after:c,version:c?null:Tt(p,f)}}async discard(e){let n=this.now.items.find(o=>o.key===e),s=n&&!xe(n.action)?[this.message(n,{kind:"attention.discard",of:Ke(n.action)})]:[];await this.keep({put:s,drop:[e]}).catch(async()=>{await this.keep({drop:[e]}),await this.keep({put:s}).catch(()=>{})}),this.onKept()}async keepTheirs(){let e=new Set;for(let{key:n,theirs:s,behind:o,after:r}of this.attention)(s||o&&e.has(r))&&e.add(n);for(let n of e)await this.discard(n)}message({action:{kind:e,game:n,hand:s}},o){let r=Ce(),i={...o,about:{kind:e,game:n,hand:s},key:r,made_at:new Date().toISOString()};return{key:r,seq:this.nextSeq(),action:i,status:"waiting",after:null}}retry(e){let n=this.now.items.find(i=>i.key===e);if(!n)return Promise.resolve();let{errors:s,theirs:o,...r}=n;return this.keepOrHold([{...r,status:"waiting",after:null}])}replaceTheirs(e,n){let{match:s,game:o,hand:r}=e.action,{mano:i}=e.action.record,a={...r===1&&{mano:i},...re(e.action.record)},l=e.theirs.version,f=Ke(e.action),c={kind:"hand.correct",match:s,game:o,hand:r,version:l,record:a,reason:n,instead:f};return this.act(c,{drop:[e.key]})}};var ur="mus-tablet";async function In(){try{return new Mt(await Bn())}catch{return new Nt}}function Bn(){let t=indexedDB.open(ur,1);return t.onupgradeneeded=()=>{t.result.createObjectStore("values"),t.result.createObjectStore("outbox",{keyPath:"key"})},ze(t)}var ze=t=>new Promise((e,n)=>{t.onsuccess=()=>e(t.result),t.onerror=()=>n(t.error)}),dr=t=>new Promise((e,n)=>{t.oncomplete=()=>e(),t.onabort=()=>n(t.error??new DOMException("aborted","AbortError"))}),Mt=class{durable=!0;constructor(e){this.db=e}async begin(...e){let n=()=>this.db.transaction(["values","outbox"],...e);try{return n()}catch{return this.db=await Bn(),n()}}async read(){let e=await this.begin(),n=e.objectStore("values"),[s,o,r]=await Promise.all([ze(n.getAllKeys()),ze(n.getAll()),ze(e.objectStore("outbox").getAll())]);return{values:Object.fromEntries(s.map((i,a)=>[i,o[a]])),items:r}}async write({values:e={},put:n=[],drop:s=[],relaxed:o=!1}){let r=await this.begin("readwrite",{durability:o?"relaxed":"strict"}),i=r.objectStore("values"),a=r.objectStore("outbox");s.forEach(l=>a.delete(l)),n.forEach(l=>a.put(l));for(let[l,f]of Object.entries(e))f==null?i.delete(l):i.put(f,l);await dr(r)}},Nt=class{durable=!1;values={};items=new Map;async read(){return{values:{...this.values},items:[...this.items.values()]}}async write({values:e={},put:n=[],drop:s=[]}){s.forEach(o=>this.items.delete(o)),n.forEach(o=>this.items.set(o.key,o)),Object.assign(this.values,e)}};async function Ve(t,e,{token:n,body:s,etag:o,language:r}={}){let i=new AbortController,a=setTimeout(()=>i.abort(),2e4);try{let l=await fetch(`/api/v1${e}`,{method:t,signal:i.signal,credentials:"omit",cache:"no-store",headers:{Accept:"application/json",...s&&{"Content-Type":"application/json"},...n&&{Authorization:`Device ${n}`},...o&&{"If-None-Match":o},...r&&{"Accept-Language":r}},...s&&{body:JSON.stringify(s)}}),f=l.status===304?"":await l.text();return{status:l.status,body:fr(f),etag:l.headers.get("ETag")}}catch{return{status:0,body:null,etag:null,late:i.signal.aborted}}finally{clearTimeout(a)}}function fr(t){try{return JSON.parse(t)}catch{return null}}var pr=/(?:#join=|\/referee\/join\/|^)([A-Za-z0-9_.:~-]{6,})\/?$/;function Lt(t){location.hash.startsWith("#join=")&&(t.set({joining:Rt(location.hash)}),history.replaceState(null,"",`${location.pathname}#/`))}var Rt=t=>pr.exec(t.trim())?.[1]??null;function Pn(t,e){return t.now.joining&&t.now.joining!==e?!1:(t.set({joining:null}),!0)}async function Fn(t,e,n=""){let{settings:s,device:o}=t.now,{language:r}=s,i=n.trim()||(o?"":mr()),a=await t.signer.key(),l={token:e,label:i,...o&&{known_as:o.token},...a&&{public_key:a.text}},{status:f,body:c}=await Ve("POST","/devices/join/",{body:l,language:r});if(f!==201||!c?.device_token)return c?.errors??[{code:"no_answer"}];let{device_token:p,device:m,table:h,tournament:_}=c,$={device:{token:p,...m,table:h,tournament:_},table:null,etag:null};return await t.keep({values:$}),[]}function mr(){let[,t]=/\((.*?)\)/.exec(navigator.userAgent)??[];return(t??"").split(";").slice(-2).join(" ").trim().slice(0,60)}var b=t=>{location.hash=`#/${t}`};var ie={es:"Español",eu:"Euskara",en:"English",fr:"Français"},Hn={};async function qt(t){Hn=(await import((document.querySelector("meta[name=words]")?.getAttribute("content")??"").replace("words-es",`words-${t}`))).default,document.documentElement.lang=t}async function Un(t){for(let e of t)try{return await qt(e)}catch{continue}}function Wn(t){return[t,...navigator.languages??[]].map(n=>(n??"").slice(0,2)).find(n=>n in ie)??"es"}var u=(t,e={})=>(Hn[t]??t).replace(/\{(\w+)\}|\[(.*?)\|(.*?)\]/g,(n,s,o,r)=>s?e[s]??n:e.n===1?o:r);function q({key:t,params:e={}},n){let s={...e,...e.lance&&{lance:u(`lance.${e.lance}`)},..."seat"in e&&{seat:n.seat(e.seat)}};return u(t,s)}function X({kind:t,game:e,hand:n,about:s}){if(s)return u(`kind_${t}`,{what:X(s)});let o=e?u(n?"hand_place":"game_place",{game:e,hand:n}):"";return t==="hand.record"&&o?o:`${u(`kind_${t}`)} ${o}`}function Ee({record:t,message:e,reason:n,by:s,seating:o}){let r=[t&&Dt(t),e,n&&`“${n}”`],i=[s,o].map(a=>a&&JSON.stringify(a));return[...r,...i].filter(Boolean).join(" · ")}function Dt(t){try{return hr(t)}catch{return JSON.stringify(t)}}function hr({cards:t,bets:e={},claim:n,quick:s,infractions:o}){if(s)return`${u("quick")} ${s.stones.join("–")} ${s.game_winner??""}`;let r=a=>typeof a=="string"?a:a.join(" "),i=Object.entries(e).map(([a,l])=>{let f=l.map(c=>`${c.by} ${u(`call_${c.call}`)}${c.stake?` ${c.stake}`:""}`);return u("told",{name:u(`lance.${a}`),what:f.join(", ")})});return[t?.map(r).join(" | "),...i,o?.length&&"G0",n&&`${u("claim")} ${n.join("–")}`].filter(Boolean).join(" · ")}var Gn=t=>new Date(t).toTimeString().slice(0,5);function Kn(t,e){let n=(t?.pauses??[]).filter(a=>Date.parse(a.ends_at)>e),[s]=n.sort((a,l)=>Date.parse(a.starts_at)-Date.parse(l.starts_at));if(!s)return null;let{starts_at:o,ends_at:r,reason:i}=s;return{on:Date.parse(o)<=e,from:Gn(o),until:Gn(r),reason:i}}var st,k,is,Oe,as,Jn,_r,et={},ls=[],gr=/acit|ex(?:s|g|n|p|$)|rph|grid|ows|mnc|ntw|ine[ch]|zoo|^ord|itera/i;function Z(t,e){for(var n in e)t[n]=e[n];return t}function cs(t){var e=t.parentNode;e&&e.removeChild(t)}function us(t,e,n){var s,o,r,i={};for(r in e)r=="key"?s=e[r]:r=="ref"?o=e[r]:i[r]=e[r];if(arguments.length>2&&(i.children=arguments.length>3?st.call(arguments,2):n),typeof t=="function"&&t.defaultProps!=null)for(r in t.defaultProps)i[r]===void 0&&(i[r]=t.defaultProps[r]);return Ye(t,i,s,o,null)}function Ye(t,e,n,s,o){var r={type:t,props:e,key:n,ref:s,__k:null,__:null,__b:0,__e:null,__d:void 0,__c:null,__h:null,constructor:void 0,__v:o??++is};return k.vnode!=null&&k.vnode(r),r}function ot(t){return t.children}function Xe(t,e){this.props=t,this.context=e}function fe(t,e){if(e==null)return t.__?fe(t.__,t.__.__k.indexOf(t)+1):null;for(var n;e<t.__k.length;e++)if((n=t.__k[e])!=null&&n.__e!=null)return n.__e;return typeof t.type=="function"?fe(t):null}function ds(t){var e,n;if((t=t.__)!=null&&t.__c!=null){for(t.__e=t.__c.base=null,e=0;e<t.__k.length;e++)if((n=t.__k[e])!=null&&n.__e!=null){t.__e=t.__c.base=n.__e;break}return ds(t)}}function zn(t){(!t.__d&&(t.__d=!0)&&Oe.push(t)&&!tt.__r++||Jn!==k.debounceRendering)&&((Jn=k.debounceRendering)||as)(tt)}function tt(){for(var t;tt.__r=Oe.length;)t=Oe.sort(function(e,n){return e.__v.__b-n.__v.__b}),Oe=[],t.some(function(e){var n,s,o,r,i,a;e.__d&&(i=(r=(n=e).__v).__e,(a=n.__P)&&(s=[],(o=Z({},r)).__v=r.__v+1,Pt(a,r,o,n.__n,a.ownerSVGElement!==void 0,r.__h!=null?[i]:null,s,i??fe(r),r.__h),hs(s,r),r.__e!=i&&ds(r)))})}function fs(t,e,n,s,o,r,i,a,l,f){var c,p,m,h,_,$,g,w=s&&s.__k||ls,T=w.length;for(n.__k=[],c=0;c<e.length;c++)if((h=n.__k[c]=(h=e[c])==null||typeof h=="boolean"?null:typeof h=="string"||typeof h=="number"||typeof h=="bigint"?Ye(null,h,null,null,h):Array.isArray(h)?Ye(ot,{children:h},null,null,null):h.__b>0?Ye(h.type,h.props,h.key,null,h.__v):h)!=null){if(h.__=n,h.__b=n.__b+1,(m=w[c])===null||m&&h.key==m.key&&h.type===m.type)w[c]=void 0;else for(p=0;p<T;p++){if((m=w[p])&&h.key==m.key&&h.type===m.type){w[p]=void 0;break}m=null}Pt(t,h,m=m||et,o,r,i,a,l,f),_=h.__e,(p=h.ref)&&m.ref!=p&&(g||(g=[]),m.ref&&g.push(m.ref,null,h),g.push(p,h.__c||_,h)),_!=null?($==null&&($=_),typeof h.type=="function"&&h.__k!=null&&h.__k===m.__k?h.__d=l=ps(h,l,t):l=ms(t,h,m,w,_,l),f||n.type!=="option"?typeof n.type=="function"&&(n.__d=l):t.value=""):l&&m.__e==l&&l.parentNode!=t&&(l=fe(m))}for(n.__e=$,c=T;c--;)w[c]!=null&&(typeof n.type=="function"&&w[c].__e!=null&&w[c].__e==n.__d&&(n.__d=fe(s,c+1)),gs(w[c],w[c]));if(g)for(c=0;c<g.length;c++)_s(g[c],g[++c],g[++c])}function ps(t,e,n){var s,o;for(s=0;s<t.__k.length;s++)(o=t.__k[s])&&(o.__=t,e=typeof o.type=="function"?ps(o,e,n):ms(n,o,o,t.__k,o.__e,e));return e}function ms(t,e,n,s,o,r){var i,a,l;if(e.__d!==void 0)i=e.__d,e.__d=void 0;else if(n==null||o!=r||o.parentNode==null)e:if(r==null||r.parentNode!==t)t.appendChild(o),i=null;else{for(a=r,l=0;(a=a.nextSibling)&&l<s.length;l+=2)if(a==o)break e;t.insertBefore(o,r),i=r}return i!==void 0?i:o.nextSibling}function Vn(t,e,n){e[0]==="-"?t.setProperty(e,n):t[e]=n==null?"":typeof n!="number"||gr.test(e)?n:n+"px"}function Qe(t,e,n,s,o){var r;e:if(e==="style")if(typeof n=="string")t.style.cssText=n;else{if(typeof s=="string"&&(t.style.cssText=s=""),s)for(e in s)n&&e in n||Vn(t.style,e,"");if(n)for(e in n)s&&n[e]===s[e]||Vn(t.style,e,n[e])}else if(e[0]==="o"&&e[1]==="n")r=e!==(e=e.replace(/Capture$/,"")),e=e.toLowerCase()in t?e.toLowerCase().slice(2):e.slice(2),t.l||(t.l={}),t.l[e+r]=n,n?s||t.addEventListener(e,r?Yn:Qn,r):t.removeEventListener(e,r?Yn:Qn,r);else if(e!=="dangerouslySetInnerHTML"){if(o)e=e.replace(/xlink[H:h]/,"h").replace(/sName$/,"s");else if(e!=="href"&&e!=="list"&&e!=="form"&&e!=="tabIndex"&&e!=="download"&&e in t)try{t[e]=n??"";break e}catch{}typeof n=="function"||(n!=null&&(n!==!1||e[0]==="a"&&e[1]==="r")?t.setAttribute(e,n):t.removeAttribute(e))}}function Qn(t){this.l[t.type+!1](k.event?k.event(t):t)}function Yn(t){this.l[t.type+!0](k.event?k.event(t):t)}function Pt(t,e,n,s,o,r,i,a,l){var f,c,p,m,h,_,$,g,w,T,le,S=e.type;if(e.constructor!==void 0)return null;n.__h!=null&&(l=n.__h,a=e.__e=n.__e,e.__h=null,r=[a]),(f=k.__b)&&f(e);try{e:if(typeof S=="function"){if(g=e.props,w=(f=S.contextType)&&s[f.__c],T=f?w?w.props.value:f.__:s,n.__c?$=(c=e.__c=n.__c).__=c.__E:("prototype"in S&&S.prototype.render?e.__c=c=new S(g,T):(e.__c=c=new Xe(g,T),c.constructor=S,c.render=br),w&&w.sub(c),c.props=g,c.state||(c.state={}),c.context=T,c.__n=s,p=c.__d=!0,c.__h=[]),c.__s==null&&(c.__s=c.state),S.getDerivedStateFromProps!=null&&(c.__s==c.state&&(c.__s=Z({},c.__s)),Z(c.__s,S.getDerivedStateFromProps(g,c.__s))),m=c.props,h=c.state,p)S.getDerivedStateFromProps==null&&c.componentWillMount!=null&&c.componentWillMount(),c.componentDidMount!=null&&c.__h.push(c.componentDidMount);else{if(S.getDerivedStateFromProps==null&&g!==m&&c.componentWillReceiveProps!=null&&c.componentWillReceiveProps(g,T),!c.__e&&c.shouldComponentUpdate!=null&&c.shouldComponentUpdate(g,c.__s,T)===!1||e.__v===n.__v){c.props=g,c.state=c.__s,e.__v!==n.__v&&(c.__d=!1),c.__v=e,e.__e=n.__e,e.__k=n.__k,e.__k.forEach(function(Re){Re&&(Re.__=e)}),c.__h.length&&i.push(c);break e}c.componentWillUpdate!=null&&c.componentWillUpdate(g,c.__s,T),c.componentDidUpdate!=null&&c.__h.push(function(){c.componentDidUpdate(m,h,_)})}c.context=T,c.props=g,c.state=c.__s,(f=k.__r)&&f(e),c.__d=!1,c.__v=e,c.__P=t,f=c.render(c.props,c.state,c.context),c.state=c.__s,c.getChildContext!=null&&(s=Z(Z({},s),c.getChildContext())),p||c.getSnapshotBeforeUpdate==null||(_=c.getSnapshotBeforeUpdate(m,h)),le=f!=null&&f.type===ot&&f.key==null?f.props.children:f,fs(t,Array.isArray(le)?le:[le],e,n,s,o,r,i,a,l),c.base=e.__e,e.__h=null,c.__h.length&&i.push(c),$&&(c.__E=c.__=null),c.__e=!1}else r==null&&e.__v===n.__v?(e.__k=n.__k,e.__e=n.__e):e.__e=$r(n.__e,e,n,s,o,r,i,l);(f=k.diffed)&&f(e)}catch(Re){e.__v=null,(l||r!=null)&&(e.__e=a,e.__h=!!l,r[r.indexOf(a)]=null),k.__e(Re,e,n)}}function hs(t,e){k.__c&&k.__c(e,t),t.some(function(n){try{t=n.__h,n.__h=[],t.some(function(s){s.call(n)})}catch(s){k.__e(s,n.__v)}})}function $r(t,e,n,s,o,r,i,a){var l,f,c,p=n.props,m=e.props,h=e.type,_=0;if(h==="svg"&&(o=!0),r!=null){for(;_<r.length;_++)if((l=r[_])&&(l===t||(h?l.localName==h:l.nodeType==3))){t=l,r[_]=null;break}}if(t==null){if(h===null)return document.createTextNode(m);t=o?document.createElementNS("http://www.w3.org/2000/svg",h):document.createElement(h,m.is&&m),r=null,a=!1}if(h===null)p===m||a&&t.data===m||(t.data=m);else{if(r=r&&st.call(t.childNodes),f=(p=n.props||et).dangerouslySetInnerHTML,c=m.dangerouslySetInnerHTML,!a){if(r!=null)for(p={},_=0;_<t.attributes.length;_++)p[t.attributes[_].name]=t.attributes[_].value;(c||f)&&(c&&(f&&c.__html==f.__html||c.__html===t.innerHTML)||(t.innerHTML=c&&c.__html||""))}if((function($,g,w,T,le){var S;for(S in w)S==="children"||S==="key"||S in g||Qe($,S,null,w[S],T);for(S in g)le&&typeof g[S]!="function"||S==="children"||S==="key"||S==="value"||S==="checked"||w[S]===g[S]||Qe($,S,g[S],w[S],T)})(t,m,p,o,a),c)e.__k=[];else if(_=e.props.children,fs(t,Array.isArray(_)?_:[_],e,n,s,o&&h!=="foreignObject",r,i,r?r[0]:n.__k&&fe(n,0),a),r!=null)for(_=r.length;_--;)r[_]!=null&&cs(r[_]);a||("value"in m&&(_=m.value)!==void 0&&(_!==t.value||h==="progress"&&!_)&&Qe(t,"value",_,p.value,!1),"checked"in m&&(_=m.checked)!==void 0&&_!==t.checked&&Qe(t,"checked",_,p.checked,!1))}return t}function _s(t,e,n){try{typeof t=="function"?t(e):t.current=e}catch(s){k.__e(s,n)}}function gs(t,e,n){var s,o;if(k.unmount&&k.unmount(t),(s=t.ref)&&(s.current&&s.current!==t.__e||_s(s,null,e)),(s=t.__c)!=null){if(s.componentWillUnmount)try{s.componentWillUnmount()}catch(r){k.__e(r,e)}s.base=s.__P=null}if(s=t.__k)for(o=0;o<s.length;o++)s[o]&&gs(s[o],e,typeof t.type!="function");n||t.__e==null||cs(t.__e),t.__e=t.__d=void 0}function br(t,e,n){return this.constructor(t,n)}function Ft(t,e,n){var s,o,r;k.__&&k.__(t,e),o=(s=typeof n=="function")?null:n&&n.__k||e.__k,r=[],Pt(e,t=(!s&&n||e).__k=us(ot,null,[t]),o||et,et,e.ownerSVGElement!==void 0,!s&&n?[n]:o?null:e.firstChild?st.call(e.childNodes):null,r,!s&&n?n:o?o.__e:e.firstChild,s),hs(r,t)}st=ls.slice,k={__e:function(t,e){for(var n,s,o;e=e.__;)if((n=e.__c)&&!n.__)try{if((s=n.constructor)&&s.getDerivedStateFromError!=null&&(n.setState(s.getDerivedStateFromError(t)),o=n.__d),n.componentDidCatch!=null&&(n.componentDidCatch(t),o=n.__d),o)return n.__E=n}catch(r){t=r}throw t}},is=0,Xe.prototype.setState=function(t,e){var n;n=this.__s!=null&&this.__s!==this.state?this.__s:this.__s=Z({},this.state),typeof t=="function"&&(t=t(Z({},n),this.props)),t&&Z(n,t),t!=null&&this.__v&&(e&&this.__h.push(e),zn(this))},Xe.prototype.forceUpdate=function(t){this.__v&&(this.__e=!0,t&&this.__h.push(t),zn(this))},Xe.prototype.render=ot,Oe=[],as=typeof Promise=="function"?Promise.prototype.then.bind(Promise.resolve()):setTimeout,tt.__r=0,_r=0;var je,N,Xn,nt=0,It=[],Zn=k.__b,es=k.__r,ts=k.diffed,ns=k.__c,ss=k.unmount;function rt(t,e){k.__h&&k.__h(N,t,nt||e),nt=0;var n=N.__H||(N.__H={__:[],__h:[]});return t>=n.__.length&&n.__.push({}),n.__[t]}function y(t){return nt=1,kr(bs,t)}function kr(t,e,n){var s=rt(je++,2);return s.t=t,s.__c||(s.__=[n?n(e):bs(void 0,e),function(o){var r=s.t(s.__[0],o);s.__[0]!==r&&(s.__=[r,s.__[1]],s.__c.setState({}))}],s.__c=N),s.__}function L(t,e){var n=rt(je++,3);!k.__s&&$s(n.__H,e)&&(n.__=t,n.__H=e,N.__H.__h.push(n))}function G(t){return nt=5,O(function(){return{current:t}},[])}function O(t,e){var n=rt(je++,7);return $s(n.__H,e)&&(n.__=t(),n.__H=e,n.__h=t),n.__}function Ht(t){var e=rt(je++,10),n=y();return e.__=t,N.componentDidCatch||(N.componentDidCatch=function(s){e.__&&e.__(s),n[1](s)}),[n[0],function(){n[1](void 0)}]}function yr(){It.forEach(function(t){if(t.__P)try{t.__H.__h.forEach(Ze),t.__H.__h.forEach(Bt),t.__H.__h=[]}catch(e){t.__H.__h=[],k.__e(e,t.__v)}}),It=[]}k.__b=function(t){N=null,Zn&&Zn(t)},k.__r=function(t){es&&es(t),je=0;var e=(N=t.__c).__H;e&&(e.__h.forEach(Ze),e.__h.forEach(Bt),e.__h=[])},k.diffed=function(t){ts&&ts(t);var e=t.__c;e&&e.__H&&e.__H.__h.length&&(It.push(e)!==1&&Xn===k.requestAnimationFrame||((Xn=k.requestAnimationFrame)||function(n){var s,o=function(){clearTimeout(r),os&&cancelAnimationFrame(s),setTimeout(n)},r=setTimeout(o,100);os&&(s=requestAnimationFrame(o))})(yr)),N=void 0},k.__c=function(t,e){e.some(function(n){try{n.__h.forEach(Ze),n.__h=n.__h.filter(function(s){return!s.__||Bt(s)})}catch(s){e.some(function(o){o.__h&&(o.__h=[])}),e=[],k.__e(s,n.__v)}}),ns&&ns(t,e)},k.unmount=function(t){ss&&ss(t);var e=t.__c;if(e&&e.__H)try{e.__H.__.forEach(Ze)}catch(n){k.__e(n,e.__v)}};var os=typeof requestAnimationFrame=="function";function Ze(t){var e=N;typeof t.__c=="function"&&t.__c(),N=e}function Bt(t){var e=N;t.__c=t.__(),N=e}function $s(t,e){return!t||t.length!==e.length||e.some(function(n,s){return n!==t[s]})}function bs(t,e){return typeof e=="function"?e(t):e}var ks=function(t,e,n,s){var o;e[0]=0;for(var r=1;r<e.length;r++){var i=e[r++],a=e[r]?(e[0]|=i?1:2,n[e[r++]]):e[++r];i===3?s[0]=a:i===4?s[1]=Object.assign(s[1]||{},a):i===5?(s[1]=s[1]||{})[e[++r]]=a:i===6?s[1][e[++r]]+=a+"":i?(o=t.apply(a,ks(t,a,n,["",null])),s.push(o),a[0]?e[0]|=2:(e[r-2]=0,e[r]=o)):s.push(a)}return s},rs=new Map,d=function(t){var e=rs.get(this);return e||(e=new Map,rs.set(this,e)),(e=ks(this,e.get(t)||(e.set(t,e=(function(n){for(var s,o,r=1,i="",a="",l=[0],f=function(m){r===1&&(m||(i=i.replace(/^\s*\n\s*|\s*\n\s*$/g,"")))?l.push(0,m,i):r===3&&(m||i)?(l.push(3,m,i),r=2):r===2&&i==="..."&&m?l.push(4,m,0):r===2&&i&&!m?l.push(5,0,!0,i):r>=5&&((i||!m&&r===5)&&(l.push(r,0,i,o),r=6),m&&(l.push(r,m,0,o),r=6)),i=""},c=0;c<n.length;c++){c&&(r===1&&f(),f(c));for(var p=0;p<n[c].length;p++)s=n[c][p],r===1?s==="<"?(f(),l=[l],r=3):i+=s:r===4?i==="--"&&s===">"?(r=1,i=""):i=s+i[0]:a?s===a?a="":i+=s:s==='"'||s==="'"?a=s:s===">"?(f(),r=1):r&&(s==="="?(r=5,o=i,i=""):s==="/"&&(r<5||n[c][p+1]===">")?(f(),r===3&&(l=l[0]),r=l,(l=l[0]).push(2,0,r),r=0):s===" "||s==="	"||s===`
`||s==="\r"?(f(),r=2):i+=s),r===3&&i==="!--"&&(r=4,l=l[0])}return f(),l})(t)),e),arguments,[])).length>1?e:e[0]}.bind(us);var v=(...t)=>t.filter(Boolean).join(" ");function H(t,e){let n=G();L(()=>{n.current&&document.activeElement===document.body&&t()?.focus({preventScroll:!0}),n.current=!0},e)}var wr=1e4;function ys({app:t,now:e,screen:n}){let{device:s,rehearsal:o}=e,r=s&&!o?u("table",s.table):u("app");return d`<header class="bar">
${n&&n!=="join"?d`<button class="bar__key" aria-label=${u("back")} onClick=${vr}>‹</button>`:d`<span class="bar__mark" aria-hidden="true"></span>`}
<${n?"strong":"h1"} class="bar__name">${r}<//>
<${Sr} app=${t} now=${e} screen=${n} />
<button class="bar__key" aria-label=${u("settings")} onClick=${()=>b("settings")}>☰</button>
</header>`}var vr=()=>location.hash.split("/").length>2?b("history"):b("");function Sr({app:t,now:e,screen:n}){let s=t.waiting.length,o=t.attention.length+(t.stuck?1:0),r=e.reached===!1||e.device?.gone,i=e.broken.length,[a,l]=o?["bad",u("n_attention",{n:o})]:s?[e.device?.gone?"bad":"wait",u(r?"n_here":"n_sending",{n:s})]:i?["bad",u("unreadable",{n:i})]:e.keeping?["wait",u("keeping")]:e.rehearsal?["off",u("rehearsal")]:e.device?e.durable?e.device.gone?["bad",u("shut_out")]:e.reached===!1?["off",u("no_server")]:["ok",u("all_confirmed")]:["off",u("not_kept")]:[];return d`<span role="status" aria-live="polite">
${a&&d`<button class=${v("delivery",`delivery--${a}`)} aria-label=${l} onClick=${()=>b("waiting")}>
${a==="ok"&&n?"✓":l}
</button>`}
</span>`}function ws({app:t,now:e,screen:n}){let{device:s,rehearsal:o,update:r,notices:i,durable:a}=e;return d`<div class="banners">
${o&&d`<p class="banner banner--rehearsal">
<span>${u("rehearsal_says")}</span>
<button onClick=${()=>t.note({rehearsal:null,draft:t.now.rehearsal.draft??null}).then(()=>b(""))}>
${u("rehearsal_end")}
</button>
</p>`}
${s?.gone&&d`<p class="banner banner--bad" role="alert">
<span>${u(`gone_${s.gone}`)} ${e.items.length>0&&u("gone_keeps",{n:e.items.length})}</span>
<button onClick=${()=>b("join")}>${u("join_again")}</button>
</p>`}
<${xr} now=${e} />
${!a&&d`<p class="banner banner--bad" role="alert"><span>${u("not_durable")}</span></p>`}
${e.table&&e.table.rules_version!==te&&!o&&d`<p class="banner banner--warn"><span>${u("rules_differ")}</span></p>`}
${r&&n!=="hand"&&d`<p class="banner banner--info">
<span>${u("update_ready")}</span>
<button onClick=${r}>${u("update_now")}</button>
</p>`}
${i.slice(-1).map(l=>d`<p class="banner banner--warn" key=${l.key} role="status">
<span>${Cr(l)}</span>
<button onClick=${()=>t.note({notices:i.slice(0,-1)})}>${u("understood")}</button>
</p>`)}
${s&&!s.gone&&n!=="waiting"&&(t.stuck||t.attention.length>0)&&d`<p class="banner banner--bad" role="alert">
<span>${t.stuck?`${X(t.stuck.action)}: ${u(e.failing.code)}`:u("attention_says",{n:t.attention.length})}</span>
<button onClick=${()=>b("waiting")}>${u("look")}</button>
</p>`}
</div>`}function xr({now:t}){let[e,n]=y(Date.now());L(()=>{let o=setInterval(()=>n(Date.now()),wr);return()=>clearInterval(o)},[]);let s=t.rehearsal?null:Kn(t.table,e);return s?d`<p class="banner banner--info" role="status">
<span>${u(s.on?"pause_until":"pause_from",s)} ${s.reason}</span>
</p>`:null}function Cr({became:t,action:e,game:n,hand:s,shown:o,now:r}){return t?u(`desk_${t}`,{what:`${X(e)} · ${Ee(e)}`}):u("settled_otherwise",{game:n,hand:s,shown:o.join("–"),now:r.join("–")})}var D=({text:t})=>d`<section class="panel">
<h1>${u(t)}</h1>
<button class="key" onClick=${()=>b("")}>‹ ${u("to_table")}</button>
</section>`;var Er=["rule","claim","late","cards","conduct","help"];function vs({app:t,now:e}){let[n,s]=y(""),o=t.local?.current??t.local?.next[0];if(!o)return d`<${D} text="no_match" />`;let r=async i=>{let a=n.trim(),{draft:l}=e,f=l?.match===o.id?{draft:l}:null,c=Ce(),p={key:c,match:o.id,at:Date.now()},m={kind:"call.raise",match:o.id,about:i,message:a,state:f};await t.act(m,{key:c,values:{called:p}})&&b("")};return d`<section class="panel">
<h1>${u("call")}</h1>
<p>${u("call_says")}</p>
<div class="keys keys--list">
${Er.map(i=>d`<button class="key" key=${i} onClick=${()=>r(i)}>${u(`call_${i}`)}</button>`)}
</div>
<label class="field"><span>${u("call_words")}</span>
<input value=${n} maxlength="280" onInput=${i=>s(i.target.value)} /></label>
<button class="key key--go key--call" onClick=${()=>r("help")}>${u("call_now")}</button>
</section>`}var C=(t,e={})=>({key:t,params:e}),xs=t=>it(oe(t));function it({faults:t,settlement:e,fold:n}){if(!e)return{ok:!1,faults:t.map(Or)};let s=[...n.record.score],o=e.ledger.map(r=>(s[V(r.pair)]+=r.stones,{...r,label:C(`entry.${r.kind}`,{lance:Nr(r,n)}),score:[...s],why:Tr(r,n),parts:r.kind===r.lance?Lr(r,n):[]}));return{ok:!0,lines:o,penalties:e.penalties.map(r=>Dr(r,n)),notes:Ir(e,n),claim:e.claim?Br(e.claim,o):null}}var Or=({code:t,path:e,params:n})=>({code:t,path:e,...C(`fault.${t}`,n),where:jr(e)});function jr(t){for(let[e,n]of Ar){let s=e.exec(t);if(s)return n(...s.slice(1))}return C("field.record")}var Ss=t=>Number(t)+1,Ar=[[/^cards\[(\d)\]\[(\d)\]$/,(t,e)=>C("field.card",{seat:Number(t),number:Ss(e)})],[/^cards\[(\d)\]$/,t=>C("field.cards.of",{seat:Number(t)})],[/^bets\.(grande|chica|pares|juego)\[(\d+)\]$/,(t,e)=>C("field.call",{lance:t,number:Ss(e)})],[/^(bets|declared)\.(grande|chica|pares|juego)$/,(t,e)=>C(`field.${t}.of`,{lance:e})],[/^(id|ruleset|mano|score|cards|declared|bets|infractions|claim|quick)\b/,t=>C(`field.${t}`)]];function Tr({pair:t,lance:e,kind:n},s){let o=s.betting.bets[x.indexOf(e)],r=se(t);if(s.guilty.size){let c=o?.kind==="refused"&&o.by===t;return C(c?"why.refused":"why.forfeit",{other:r})}let i=s.verdicts[e],[a]=i?.isVoid?i.penalties:[];if(n==="deje"&&!a)return C("why.refused",{other:r});let l=Cs(e,s);if(a&&!l)return j(a.seat)===t?C("why.only",{lance:e}):C("why.penalty",{other:r,clause:a.clause});if(!l&&o?.kind==="refused")return C("why.refused",{other:r});let f=n==="punto"||!l&&s.count.isPunto(e)?"punto":e;return Mr(f,l?null:s.counting(e),s.count)}function Cs(t,{guilty:e,resumedAt:n,verdicts:s}){return e.size?!1:s[t]?.basis==="truth"?!0:n!==null&&x.indexOf(t)>x.indexOf(n)}function Mr(t,e,{holdings:n,order:s}){let o=l=>!e||t==="punto"||e.has(l)?n[l][t]:0,r=Math.max(...s.map(o)),i=s.find(l=>o(l)===r),a=s.filter(l=>j(l)!==j(i));return a.some(l=>o(l)===r)?C("why.mano",{seat:i}):I.includes(t)&&!a.some(o)?C("why.only",{lance:t}):C("why.best",{seat:i})}var Nr=({lance:t},{count:e,record:n})=>t==="juego"&&n.declared.juego&&e.isPunto(t)?"punto":t;function Lr({pair:t,lance:e},n){let s=Cs(e,n)?null:Rr(e,n);return n.record.holdings.flatMap((o,r)=>{let i=o.worth[e];if(!i||j(r)!==t||s&&!s.has(r))return[];let a=e==="pares"?`pares.${i}`:qr(o);return[{seat:r,stones:i,name:C(a,{total:o.total})}]})}var Rr=(t,e)=>e.guilty.size?e.count.declarers(t):e.counting(t),qr=({worth:t})=>t.juego===3?"juego.31":"juego.other";function Dr({clause:t,lance:e,seat:n},s){let o=j(n),r=(t==="P2"||t==="J4")&&s.verdicts[e].isVoid,i={seat:n,pair:o,other:se(o)};return{clause:t,lance:e,seat:n,...C(`penalty.${t}${r?".void":""}`,i)}}function Ir(t,e){let n=[];return e.resumedAt&&n.push(C("note.goes_on",{lance:e.resumedAt})),t.needs_ruling&&n.push(C("note.ruling")),n}function Br({difference:t},e){return["A","B"].flatMap((n,s)=>{let o=t[s];if(!o)return[];let r=o<0?n:se(n),i=e.findIndex(f=>f.pair===r&&f.stones===Math.abs(o)),a=`claim.${o<0?"less":"more"}${i<0?"":".line"}`,l=C(a,{pair:n,stones:Math.abs(o)});return[{pair:n,difference:o,line:i<0?null:i,...l}]})}var Ut=["pares","juego"];function pe(t,{quick:e=!1}={}){let n=t.ruleset.seats;return{match:t.id,game:t.game.number,hand:t.hand.number,mano:t.mano,manoFree:t.mano_free,score:t.game.score,seats:n,at:t.mano,cards:Array.from({length:n},()=>[]),step:"cards",noCards:!1,said:{pares:Array(n).fill(null),juego:Array(n).fill(null)},bets:{},infractions:[],claim:null,quick:e?{stones:[null,null],game_winner:null}:null,edit:null,reason:""}}var Ae=(t,e)=>t.game===e.game?.number&&t.hand===e.hand?.number;function Wt(t,e){if(t.edit||!Ae(t,e))return t;let n=e.mano_free?t.mano:e.mano;return{...t,score:e.game.score,manoFree:e.mano_free,mano:n}}function at(t,{game:e,hand:n,record:s,edit:o=null}){let r=re(s),i=t.ruleset.seats,a=r.cards?.map(l=>typeof l=="string"?l.split(/\s+/):l);return{...pe({...t,game:{number:e,score:s.score??[0,0]},hand:{number:n},mano:s.mano}),manoFree:n===1&&t.ruleset.first_hand==="corrida",cards:a??Array.from({length:i},()=>[]),step:"lances",noCards:!a&&!r.quick,said:{...pe({...t,game:{},hand:{}}).said,...r.declared},bets:r.bets??{},infractions:(r.infractions??[]).map(l=>l.seat),claim:r.claim??null,quick:r.quick?{game_winner:null,...r.quick}:null,edit:o}}var me=t=>t.cards.every(e=>e.length===4),he=t=>t.cards.reduce((e,n)=>e+n.length,0),Es=(t,e)=>t.cards.flat().filter(n=>n[0]===e).length;function Os(t,e){if(t.cards[t.at].length===4)return t;let n=t.cards.map((i,a)=>a===t.at?[...i,e]:i),s={...t,cards:n,noCards:!1};if(n[t.at].length<4)return s;let r=K(s).find(i=>n[i].length<4);return r===void 0?{...s,step:"lances"}:{...s,at:r}}function js(t){let e=K(t),n=e.indexOf(t.at),s=t.cards[t.at].length?t.at:e.slice(0,n).reverse().find(r=>t.cards[r].length);if(s===void 0)return t;let o=t.cards.map((r,i)=>i===s?r.slice(0,-1):r);return{...t,cards:o,at:s}}function As(t,e){if(t.cards[e].length<4)return{...t,at:e};let n=t.cards.map((s,o)=>o===e?[]:s);return{...t,at:e,cards:n}}var K=({mano:t,seats:e})=>Array.from({length:e},(n,s)=>(t+s)%e);function Ts(t,e){return t.jokers&&e==="S"?!0:t.juego_real==="sota_oros"?e==="S":t.juego_real==="fourth_suit"&&"S7".includes(e)}var Ms=(t,e,n)=>t.jokers&&e==="S"&&(n==="o"||n==="c");function lt(t,e){let n=Gt(t,e),s=o=>t.said[o].map((r,i)=>r??n[o][i]??!1);return{pares:s("pares"),juego:s("juego")}}function Gt(t,e){let n=Array(t.seats).fill(null);if(t.noCards)return{pares:n,juego:n};let s=t.cards.map(o=>o.length===4?o:null);return En(s,e)}function Ns(t,e,n,s){let o=lt(t,s)[e][n],r=t.said[e].map((i,a)=>a===n?!o:i);return{...t,said:{...t.said,[e]:r}}}var Kt=t=>t==="A"?"B":"A",Jt=t=>["quiero","no_quiero"].includes(t.at(-1)?.call),Ls=t=>t.reduce((e,n)=>n.stake??e,0),Rs=(t,e,n)=>({...t,bets:{...t.bets,[e]:n}}),Te=(t,e)=>[...t,{by:e,call:"envido",stake:Ls(t)+2}],ct=(t,e)=>[...t,{by:Kt(t.at(-1).by),call:e}],_e=(t,e)=>Vt(t,Math.max(ut(t),t.at(-1).stake+e));function zt(t,e){let n=t.at(-1);return n?.call==="envido"&&n.by===e?_e(t,1):Te(t,e)}var Vt=(t,e)=>[...t.slice(0,-1),{...t.at(-1),stake:e}],ut=t=>Ls(t.slice(0,-1))+2,qs=t=>[1,2,3,4,6,8].map(e=>ut(t)+e),Ds=t=>[...t.slice(0,-1),{by:t.at(-1).by,call:"ordago"}];function Qt(t,e,n=new Set){let s={mano:t.mano};if(t.quick){let{stones:a,game_winner:l}=t.quick,f=a.map(c=>c??0);return{...s,quick:{stones:f,...l&&{game_winner:l}}}}let o=lt(t,e),r=a=>!Ut.includes(a)||ue(a,o[a]),i=x.filter(a=>t.bets[a]?.length&&r(a)&&!n.has(a));return{...s,...!t.noCards&&{cards:t.cards.map(a=>a.join(" "))},declared:o,bets:Object.fromEntries(i.map(a=>[a,t.bets[a]])),...t.infractions.length&&{infractions:t.infractions.map(a=>({kind:"false_claim",seat:a}))},...t.claim&&{claim:t.claim}}}function Is(t,{ruleset:e}){let n={ruleset:e,score:t.score},s=a=>{let l=Qt(t,e,a),f=oe({...n,...l});return{record:l,result:f,settlement:f.settlement??null,over:a}},o=s(new Set),{faults:r}=o.result,i=r.filter(a=>a.code==="bets_after_game_over");return!i.length||i.length<r.length?o:s(new Set(i.map(a=>a.path.slice(5))))}var E=["A","B"],P=t=>E[t%2];function A(t,e){let n=P(e),s=t?.seating?.[n]?.[Math.floor(e/2)];return t?.pairs?.[n]?.players?.[s-1]||u("seat",{number:e+1})}function ae(t,e){let n=Array.from({length:t.ruleset.seats},(o,r)=>r).filter(o=>o!==e),s=Fr.find(o=>{let r=o(A(t,e));return n.every(i=>o(A(t,i))!==r)});return s?s(A(t,e)):`${Yt(A(t,e))} ${e+1}`}var Yt=t=>t.split(/\s+/)[0],Pr=t=>t.length>2?[`${t.slice(0,1)}.`]:t?[t]:[],Fr=[Yt,t=>[Yt(t),...Pr(t.split(/\s+/).slice(1).at(-1)??"")].join(" "),t=>t],J=(t,e)=>t?.pairs?.[e]?.name??u("pair",{side:e}),ge=t=>({seat:e=>A(t,e)});function Bs({draft:t,match:e,change:n}){let[s,o]=y(!1),[r,i]=y(null),{ruleset:a}=e;H(()=>document.querySelector(".key--rank"),[r]);let l=_=>n($=>Os($,_)),f=O(()=>_=>Ts(a,_)?i(_):l(_),[a,n]),c=_=>{i(null),l(_)},p=t.step!=="cards",m=me(t),h=m?null:t.at;return d`<div class="cards">
${t.dealt&&d`<${Jr} draft=${t} match=${e} />`}
${t.manoFree&&d`<${Wr} draft=${t} match=${e} open=${s} onOpen=${o} />`}
${s?d`<${Gr} draft=${t} match=${e} change=${n} onDone=${()=>o(!1)} />`:d`<div class="seats">
${K(t).map(_=>d`<${Hr} key=${_} seat=${_} four=${t.cards[_]} isOn=${h===_}
isMano=${_===t.mano} match=${e} change=${n} />`)}
</div>`}
<p class="cards__now" aria-live="polite"><span>
${m?u("cards_all"):d`${u("cards_count",{n:he(t),total:t.seats*4})} · <b>${A(e,t.at)}</b>`}
</span></p>
${r?d`<${Kr} rank=${r} ruleset=${a} onPick=${c} onBack=${()=>i(null)} />`:d`<${Ur} draft=${t} full=${m&&!p} press=${f} change=${n} />`}
</div>`}function Hr({seat:t,four:e,isOn:n,isMano:s,match:o,change:r}){return O(()=>d`<button
class=${v("seat",n&&"is-on")}
data-side=${P(t)}
aria-current=${n?"step":"false"}
aria-label=${u("told",{name:A(o,t),what:e.join(" ")||u("none")})}
onClick=${()=>r(i=>As(i,t))}
>
<span class="seat__name">${s&&d`<small>${u("mano")}</small>`}${ae(o,t)}</span>
<span class="seat__cards">
${[0,1,2,3].map(i=>d`<i class=${v(e[i]&&"is-there",e[i]?.[2]&&"is-joker")}>${e[i]?.replace("=",`
=`)??""}</i>`)}
</span>
</button>`,[e,n,s,o,r])}function Ur({draft:t,full:e,press:n,change:s}){let o=ce.map(i=>e||Es(t,i)>=4),r=!he(t);return O(()=>{let i=(p,m)=>d`<button
key=${p}
class="key key--rank"
aria-disabled=${o[m]?"true":"false"}
onClick=${()=>o[m]||n(p)}
>
<b>${p}</b><small>${u(`rank_${p}`)}</small>
</button>`,a=ce.map(i),[l,f,c]=e?["›","step_lances",{}]:["∅","no_cards",{noCards:!0}];return d`<div class="keys keys--ranks">
${a.slice(0,-1)}
<button class="key key--side" aria-disabled=${r?"true":"false"} onClick=${()=>s(js)}>
<b aria-hidden="true">⌫</b><small>${u("take_back")}</small>
</button>
${a.slice(-1)}
<button class=${v("key key--side",e&&"is-on")} onClick=${()=>s(p=>({...p,...c,step:"lances"}))}>
<b aria-hidden="true">${l}</b><small>${u(f)}</small>
</button>
</div>`},[o.join(),r,e,n])}var Wr=({draft:t,match:e,open:n,onOpen:s})=>d`<p class="mano-line">
<span>${u("mano_is",{name:A(e,t.mano)})}</span>
<button class="mano-line__change" aria-expanded=${n?"true":"false"} onClick=${()=>s(!n)}>
${u(n?"back":"other_mano")}
</button>
</p>`,Gr=({draft:t,match:e,change:n,onDone:s})=>d`<div class="mano-choice" role="group" aria-label=${u("who_is_mano")}>
<b>${u("who_is_mano")}</b>
${Array.from({length:t.seats},(o,r)=>d`<button
key=${r}
class=${v("key",t.mano===r&&"is-on")}
data-side=${P(r)}
aria-pressed=${t.mano===r?"true":"false"}
onClick=${()=>{n(i=>({...i,mano:r,at:he(i)?i.at:r})),s()}}
>
${A(e,r)}
</button>`)}
</div>`;function Kr({rank:t,ruleset:e,onPick:n,onBack:s}){let o=ke.flatMap(r=>Ms(e,t,r)?["R","A"].map(i=>({card:`${t}${r}=${i}`,suit:r,as:i})):[{card:t+r,suit:r}]);return d`<div class="keys keys--suits" role="group" aria-label=${u("which_suit")}>
${o.map(({card:r,suit:i,as:a})=>d`<button class="key key--rank" key=${r} onClick=${()=>n(r)}>
<b>${t}</b><small>${u(`suit_${i}`)}${a?` = ${u(`rank_${a}`)}`:""}</small>
</button>`)}
<button class="key" onClick=${s}>‹ ${u("back")}</button>
</div>`}var Jr=({draft:t,match:e})=>d`<p class="note dealt">
${u("rehearsal_deal")}
${K(t).map(n=>d` <span key=${n}><b>${ae(e,n)}</b> ${t.dealt[n]}</span>`)}
</p>`;function dt({match:t,preview:e}){if(!e)return d`<p class="note note--bad" role="alert">${u("change_impossible")}</p>`;let{changed:n,gone:s,winner:o}=e;return d`<div class="changes">
${!n.length&&!s.length&&d`<p class="note">${u("changes_nothing")}</p>`}
<ul>
${n.map(({hand:r,now:i})=>d`<li>${u("changes_hand",{game:r.game,hand:r.number,was:r.score.join("–"),now:i.score.join("–")})}${i.game_winner!==r.game_winner&&` ${u(i.game_winner?"changes_wins":"changes_open",{side:i.game_winner})}`}</li>`)}
${s.map(r=>d`<li>${u("changes_gone",{game:r.game,hand:r.number})}</li>`)}
</ul>
${o!==void 0&&d`<p class="note note--warn">${o?u("changes_match",{name:J(t,o)}):u("changes_match_open")}</p>`}
</div>`}var zr=["reason_typing","reason_cards","reason_bets","reason_agreed"],$e=({reason:t,onChange:e})=>d`<div class="reason" role="group" aria-label=${u("reason")}>
<div class="keys">
${zr.map(n=>d`<button
key=${n}
type="button"
class=${v("key",t===u(n)&&"is-on")}
aria-pressed=${t===u(n)?"true":"false"}
onClick=${()=>e(u(n))}
>
${u(n)}
</button>`)}
</div>
<label class="field"><span>${u("reason")}</span>
<input value=${t} maxlength="200" onInput=${n=>e(n.target.value)} /></label>
</div>`;var Vr=420,Qr=110;function Me({onPress:t,onHold:e,children:n,...s}){let o=G({held:!1}).current;return d`<button ...${s} onPointerDown=${()=>{o.held=!1;let a=setTimeout(function f(){o.held=!0,e(),a=setTimeout(f,Qr)},Vr),l=()=>{clearTimeout(a);for(let f of Ps)removeEventListener(f,l)};for(let f of Ps)addEventListener(f,l)}} onClick=${()=>o.held||t()} onContextMenu=${Yr}>${n}</button>`}var Ps=["pointerup","pointercancel","blur"],Yr=t=>t.preventDefault();function Fs({draft:t,match:e,outcome:n,change:s}){let{ruleset:o}=e,{cards:r,noCards:i,said:a}=t,l=O(()=>Gt(t,o),[r,i,o]),f=O(()=>lt(t,o),[l,a]);return d`<div class="lances">
${x.map(c=>{let p=Ut.includes(c);return d`<${Xr} key=${c} lance=${c} match=${e} change=${s} mano=${t.mano}
calls=${t.bets[c]??Hs} isOver=${n?.over.has(c)??!1}
open=${!p||ue(c,f[c])}
isPunto=${c==="juego"&&!f.juego.includes(!0)}
words=${f[c]} truth=${l[c]} />`})}
</div>`}var Hs=[];function Xr({lance:t,match:e,change:n,mano:s,calls:o,isOver:r,open:i,isPunto:a,words:l,truth:f}){let c=_=>n($=>Rs($,t,_($.bets[t]??Hs))),p=()=>r?d`<p class="soft">${u("game_was_over")}</p>`:i?d`<${ti} calls=${o} lance=${t} onChange=${c} />`:d`<p class="soft lance__none">${ei(l)}</p>`,m=G(),h=_=>m.current.querySelector(_);return H(()=>h(".bets--open .key--yes")??h(".bets .key"),[o]),O(()=>d`<section ref=${m} class=${v("lance",i&&!r&&!o.length&&"lance--none",o.length&&!Jt(o)&&"is-open")}>
<h2>${u(`lance.${a?"punto":t}`)}</h2>
${p()}
${l&&d`<${Zr} lance=${t} match=${e} mano=${s} words=${l} truth=${f} change=${n} />`}
</section>`,[e,s,o,r,i,a,l,f])}function Zr({lance:t,match:e,mano:n,words:s,truth:o,change:r}){return d`<div class="said" role="group" aria-label=${u("said",{lance:u(`lance.${t}`)})}>
${K({mano:n,seats:s.length}).map(i=>{let a=s[i],l=o[i];return d`<button
key=${i}
class=${v("key said__key",a&&"is-on",l!==null&&l!==a&&"is-false")}
data-side=${P(i)}
aria-pressed=${a?"true":"false"}
onClick=${()=>r(f=>Ns(f,t,i,e.ruleset))}
>
<span>${ae(e,i)}</span><b>${u(a?"yes":"no")}</b>
</button>`})}
</div>`}function ei(t){let e=E.find(n=>t.some((s,o)=>s&&P(o)===n));return e?u("only_pair_has",{side:e}):u("nobody_has")}function ti({calls:t,lance:e,onChange:n}){return t.length?Jt(t)?d`<div class="bets">
<span class="bets__told"><${Us} calls=${t} /></span>
<button class="key" onClick=${()=>n(s=>s.slice(0,-1))}>${u("change")}</button>
</div>`:d`<${si} calls=${t} lance=${e} onChange=${n} />`:d`<${ni} lance=${e} onChange=${n} />`}function ni({lance:t,onChange:e}){return d`<div class="bets bets--none">
<span class="bets__paso">${u("paso")}</span>
${E.map(n=>{let s=r=>u("told",{name:u("bets_label",{side:n,lance:u(`lance.${t}`)}),what:u(r)}),o=r=>()=>e(i=>ct(Te(i,n),r));return d`<div class="bets__side" data-side=${n} key=${n}>
<${Me} class="key" data-side=${n} aria-label=${u("bets_label",{side:n,lance:u(`lance.${t}`)})}
onPress=${()=>e(r=>Te(r,n))} onHold=${()=>e(r=>zt(r,n))}>${u("bets_2",{side:n})}<//>
<button class="key key--yes" aria-label=${s("seen")} onClick=${o("quiero")}>${u("seen")}</button>
<button class="key key--no" aria-label=${s("refused")} onClick=${o("no_quiero")}>${u("refused")}</button>
</div>`})}
</div>`}function si({calls:t,lance:e,onChange:n}){let s=t.at(-1),o=Kt(s.by),r=u(`lance.${e}`),i=s.call==="envido";return d`<div class="bets bets--open">
<div class="bets__row" role="group" aria-label=${`${s.by} · ${r}`} data-side=${s.by}>
<span class="bets__told"><${Us} calls=${t} /></span>
<span class="bets__keys">${i&&d`<${oi} calls=${t} onChange=${n} />`}
<button class="key key--step" aria-label=${u("bet_away")} onClick=${()=>n(a=>a.slice(0,-1))}>✕</button></span>
</div>
${i&&d`<${ri} calls=${t} onChange=${n} />`}
<div class="bets__row bets__row--answers" role="group" aria-label=${`${o} · ${r}`} data-side=${o}>
<b class="tag">${o}</b>
<button class="key key--yes" onClick=${()=>n(a=>ct(a,"quiero"))}>${u("seen")}</button>
<button class="key key--no" onClick=${()=>n(a=>ct(a,"no_quiero"))}>${u("refused")}</button>
${i&&d`<${Me} class="key" onPress=${()=>n(a=>Te(a,o))} onHold=${()=>n(a=>zt(a,o))}>${u("raise")}<//>
<button class="key" onClick=${()=>n(a=>[...a,{by:o,call:"ordago"}])}>${u("ordago")}</button>`}
</div>
</div>`}var oi=({calls:t,onChange:e})=>d`
<${Me} class="key key--step" disabled=${t.at(-1).stake<=ut(t)} aria-label=${u("bet_less")}
onPress=${()=>e(n=>_e(n,-1))} onHold=${()=>e(n=>_e(n,-1))}>−<//>
<${Me} class="key key--step" aria-label=${u("bet_more")}
onPress=${()=>e(n=>_e(n,1))} onHold=${()=>e(n=>_e(n,1))}>+<//>
<button class="key" onClick=${()=>e(Ds)}>${u("ordago")}</button>`,ri=({calls:t,onChange:e})=>d`<div class="bets__row bets__stakes" role="group" aria-label=${u("stake")}>
${qs(t).map(n=>d`<button class=${v("key key--step",t.at(-1).stake===n&&"is-on")} key=${n}
aria-label=${u("stake_n",{n})} aria-pressed=${t.at(-1).stake===n?"true":"false"}
onClick=${()=>e(s=>Vt(s,n))}>${n}</button>`)}
</div>`,Us=({calls:t})=>t.map((e,n)=>d`${n>0&&" · "}<span class="call"><b class="tag" data-side=${e.by}>${e.by}</b> ${e.call==="envido"?u("envido_n",{n:e.stake}):u(`call_${e.call}`)}</span>`);var ii=["1","2","3","4","5","6","7","8","9","0"];function Ws(t,e){let n=Qt(t,e.ruleset),{target:s}=e.ruleset;return{record:n,settlement:we(n.quick,{score:t.score,target:s})}}var Gs=({quick:t},e)=>(t?.game_winner||t?.stones.join(""))&&e?.errors;function Ks({draft:t,change:e}){let[n,s]=y(0),{stones:o,game_winner:r}=t.quick,i=c=>e(p=>({...p,quick:{...p.quick,...c}})),a=c=>{let p=(o[n]??0)*10+Number(c);p<100&&l(p)},l=c=>i({stones:o.map((p,m)=>m===n?c:p)}),f=()=>l(o[n]>9?Math.floor(o[n]/10):null);return d`<div class="quick">
<p class="note note--warn">${u("quick_says")}</p>
<div class="quick__sides">
${E.map((c,p)=>d`<button
class=${v("quick__side",n===p&&"is-on")}
data-side=${c}
aria-pressed=${n===p?"true":"false"}
onClick=${()=>s(p)}
>
<span>${u("took",{side:c})}</span><b>${o[p]??"–"}</b>
</button>`)}
</div>
<div class="keys keys--digits">
${ii.map(c=>d`<button class="key key--rank" key=${c} onClick=${()=>a(c)}><b>${c}</b></button>`)}
<button class="key key--side" onClick=${f}>
<b aria-hidden="true">⌫</b><small>${u("take_back")}</small>
</button>
<button class="key key--side" onClick=${()=>s(1-n)}>
<b aria-hidden="true">⇄</b><small>${u("took",{side:E[1-n]})}</small>
</button>
</div>
<div class="keys keys--row">
${E.map(c=>d`<button
class=${v("key",r===c&&"is-on")}
data-side=${c}
aria-pressed=${r===c?"true":"false"}
onClick=${()=>i({game_winner:r===c?null:c})}
>
${u("ordago_won",{side:c})}
</button>`)}
</div>
</div>`}function ft({match:t,told:e}){if(!e.ok)return d`<${ai} match=${t} faults=${e.faults} />`;let n=ge(t),s=new Set((e.claim??[]).map(o=>o.line));return d`<div class="settlement">
<ol class="lines">
${e.lines.map((o,r)=>d`<li class=${v("line",s.has(r)&&"is-marked")} data-side=${o.pair}>
<b class="tag">${o.pair}</b>
<span class="line__what">
${q(o.label,n)}
<small>${q(o.why,n)}${o.parts.map(i=>` · ${u("told",{name:n.seat(i.seat),what:q(i.name,n)})} (${i.stones})`)}</small>
</span>
<b class="line__stones">+${o.stones}</b>
</li>`)}
</ol>
${e.penalties.map(o=>d`<p class="note note--bad"><b class="clause">${o.clause}</b> ${q(o,n)}</p>`)}
${e.notes.map(o=>d`<p class="note note--warn">${q(o,n)}</p>`)}
${(e.claim??[]).map(o=>d`<p class="note note--warn" role="alert">${q(o,n)}${o.line!==null&&d` <b>${q(e.lines[o.line].label,n)}</b>`}</p>`)}
</div>`}var Js=({settlement:t})=>d`<div class="settlement">
<p class="note note--warn">${u("unverified")}</p>
<ol class="lines">
${(t.ledger??[]).map(e=>d`<li class="line" data-side=${e.pair}>
<b class="tag">${e.pair}</b><span class="line__what">${u("entry.quick")}</span>
<b class="line__stones">+${e.stones}</b>
</li>`)}
</ol>
</div>`,ai=({match:t,faults:e})=>d`<div class="settlement">
${e.map(n=>d`<p class="note note--bad">${"where"in n&&d`<b>${q(n.where,ge(t))}</b> · `}${q(n,ge(t))}</p>`)}
</div>`,zs=({settlement:t})=>d`<div class="totals">
${E.map((e,n)=>d`<span class="totals__side" data-side=${e}>
<b class="tag">${e}</b> <b>+${t.stones[n]}</b>
<small>→ ${t.score[n]}</small>
</span>`)}
</div>`;function Vs({settlement:t,claim:e,onAgree:n,onChange:s}){let o=e??t.stones,r=e&&String(e)===String(t.stones),i=(a,l)=>s(o.map((f,c)=>c===a?Math.max(0,f+l):f));return d`<section class="claim" aria-label=${u("claim")}>
<span class="claim__title">${u("claim")}</span>
<button
class=${v("key",r&&"is-on")}
aria-pressed=${r?"true":"false"}
onClick=${()=>r?s(null):n()}
>
${u("claim_agrees")}
</button>
<span class="claim__sides">${E.map((a,l)=>d`<span class=${v("stepper",e&&o[l]!==t.stones[l]&&"is-off")} data-side=${a}>
<b class="tag">${a}</b>
<button class="key" aria-label=${u("claim_less",{side:a})} onClick=${()=>i(l,-1)}>−</button>
<output>${e?o[l]:"·"}</output>
<button class="key" aria-label=${u("claim_more",{side:a})} onClick=${()=>i(l,1)}>+</button>
</span>`)}</span>
</section>`}var li=["cards_not_held","would_not_show"];function Qs({draft:t,match:e,change:n}){let[s,o]=y(null),r=f=>t.infractions.filter(c=>c!==f),i=f=>{o(null),n(c=>({...c,infractions:f}))},a=()=>{o(null),document.querySelector(".said .key")?.focus()},l=G();return H(()=>l.current.querySelector(".key:last-of-type"),[s,t.infractions]),d`<section class="infraction" ref=${l}>
${t.infractions.map(f=>d`<p class="note note--bad" key=${f}>
<b class="clause">G0</b><span>${u("accused",{name:A(e,f)})}</span>
<button class="key" onClick=${()=>i(r(f))}>✕ ${u("take_away")}</button>
</p>`)}
${s===null&&d`<button class="key" onClick=${()=>o("who")}>${u("infraction")}</button>`}
${s==="who"&&d`<div class="keys" role="group" aria-label=${u("infraction_whose")}>
<span>${u("infraction_whose")}</span>
${K(t).map(f=>d`<button class="key" key=${f} data-side=${P(f)} onClick=${()=>o(f)}>
${A(e,f)}
</button>`)}
</div>`}
${typeof s=="number"&&d`<div class="keys" role="group">
<span>${u("infraction_which")}</span>
${li.map(f=>d`<button class="key" key=${f} onClick=${()=>i([...r(s),s])}>${u(f)}</button>`)}
<button class="key" onClick=${a}>${u("false_word")}</button>
<button class="key key--call" onClick=${()=>b("call")}>${u("other_infraction")}</button>
</div>`}
</section>`}function Xs({app:t,now:e}){let n=[t.local?.match,t.local?.last].find(o=>o?.id===e.draft?.match),s=O(()=>e.draft&&n&&Wt(e.draft,n),[e.draft,n]);return s?d`<${ci} app=${t} draft=${s} match=${n} />`:d`<${D} text="no_hand_open" />`}function ci({app:t,draft:e,match:n}){let[{step:s,outcome:o},r]=y({step:null,outcome:null}),i=s!==e.step;L(()=>{i?r({step:e.step,outcome:null}):Ys(e)||r({step:s,outcome:Xt(e,n)})},[e,n,i]),H(()=>document.querySelector(".lances .key, .key--rank"),[s]);let a=O(()=>{let _=()=>t.now.draft&&Wt(t.now.draft,n);return $=>_()&&t.draw($(_()))},[n]),{quick:l,edit:f}=e,c=Ys({quick:l,step:s}),p=async()=>{let{record:_,settlement:$}=Xt(e,n);if(!$?.ok)return;if(e.edit&&!e.reason.trim())return document.querySelector(".reason .key")?.focus();let{action:g,options:w}=eo(t,e,n,_);await t.act(g,w)&&b("")},m={app:t,draft:e,match:n,outcome:o,change:a},h=O(()=>d`<${di} ...${m} />`,[e.step,l,f,a]);return d`<div class=${v("hand",l&&"hand--quick")}>
${h}
${!f&&!Ae(e,n)&&d`<p class="note note--warn" role="alert">${u("hand_taken")}</p>`}
${s&&d`<${l?Ks:c?Bs:fi} ...${m} />`}
${s&&!c&&d`<${mi} ...${m} onSave=${p} />`}
</div>`}var Ys=({quick:t,step:e})=>!t&&e==="cards",Xt=(t,e)=>(t.quick?Ws:Is)(t,e),ui=(t,e)=>Xt(t,e).settlement?.stones??null;function Zs({app:t,rest:e}){let[n,s]=e.map(Number),o=t.local?.current,r=o?.history.find(i=>i.game===n&&i.number===s);return L(()=>{if(!r)return;let{key:i,version:a,record:l}=r;t.lay(at(o,{game:n,hand:s,record:l,edit:{key:i,version:a}})),location.replace("#/hand")},[]),r?d`<p class="panel">${u("loading")}</p>`:d`<${D} text="no_hand_open" />`}function eo(t,e,n,s){let{game:o,hand:r,edit:i}=e,{instead:a}=e,l={match:n.id,game:o,hand:r,...a&&{instead:a}},f={values:{draft:e.under??null},drop:a??[]},{mano:c,...p}=s,m={...e.manoFree&&{mano:c},...p};if(!i)return{action:{kind:"hand.record",...l,record:m},options:f};let{on:h,after:_,version:$}=t.aim(n,{game:o,number:r,...i});return{action:{kind:"hand.correct",...l,version:$,record:m,reason:e.reason},options:{...f,after:_,on:h}}}function di({draft:t,change:e}){let n=u(t.edit?"correcting":"hand_title",t),s=t.quick?[]:["cards","lances"];return d`<div class="hand__head">
<h1>${n}</h1>
${s.map(o=>d`<button
class=${v("tab",t.step===o&&"is-on")}
aria-pressed=${t.step===o?"true":"false"}
onClick=${()=>e(r=>({...r,step:o}))}
>
${u(`step_${o}`)}
</button>`)}
</div>`}function fi(t){let{draft:e,match:n,outcome:s,change:o}=t,{claim:r,infractions:i}=e,a=s?.settlement,l=!a&&!e.noCards&&!me(e),f=O(()=>s&&d`<${ft} match=${n} told=${it(s.result)} />`,[s,n]),c=m=>o(h=>({...h,claim:m})),p=O(()=>d`<div class="played__result">
${l?d`<p class="note">${u("cards_missing")}</p>`:f}
${a&&d`<${Vs} settlement=${a} claim=${r} onChange=${c}
onAgree=${()=>o(m=>({...m,claim:ui(m,n)}))} />`}
<${Qs} ...${t} />
</div>`,[f,l,r,i,o]);return d`<div class="played"><${Fs} ...${t} />${p}</div>`}function pi({match:t,result:e}){let n=O(()=>e&&it(e),[e]);return(n?.ok?[...n.penalties,...n.notes]:[]).map(o=>d`<p class="note note--bad foot__note" key=${o.key}>
${o.clause&&d`<b class="clause">${o.clause}</b>`} ${q(o,ge(t))}
</p>`)}function mi({app:t,draft:e,match:n,outcome:s,change:o,onSave:r}){let i=s?.settlement,a=!!i?.ok,l=a&&e.edit&&We(n,eo(t,e,n,s.record).action),f=e.edit&&a&&!l,c=Gs(e,i);return d`${e.edit&&a&&d`<section class="panel">
<${dt} match=${n} preview=${l} />
<${$e} reason=${e.reason} onChange=${p=>o(m=>({...m,reason:p}))} />
</section>`}
<footer class="foot">
${c&&d`<p class="note note--bad foot__note" role="alert">${u(`fault.${c[0].code}`)}</p>`}
${a&&d`<${pi} match=${n} result=${s.result} />`}
${a&&i.game_winner&&d`<p class="note note--warn foot__note">${u("ends_game",{side:i.game_winner,score:i.score.join("–")})}</p>`}
${a&&e.edit&&!e.reason.trim()&&d`<p class="note note--warn foot__note">${u("reason_missing")}</p>`}
<div class="foot__row">
<div aria-live="polite">
${a?d`<${zs} settlement=${i} />`:d`<span class="soft">${s&&u("not_complete")}</span>`}
</div>
<button
class="key key--go foot__save"
disabled=${!a||f}
onClick=${r}
>
${u(e.edit?"save_correction":"save_hand")}
</button>
</div>
</footer>`}var Ne=({hand:t,flying:e})=>{let n=t.waits?e.has(t.key)?"sent":"here":"confirmed";return d`<span class=${`state state--${n}`}>${u(`state_${n}`)}${!t.verified&&d`<span class="state--bare"> · ${u("quick")}</span>`}${t.ruled&&d` · ${u("ruled")}`}</span>`};function to({match:t}){let e=t.game?.score??t.games.at(-1)?.score??[0,0],n=(t.best_of+1)/2;return d`<section class="board" aria-label=${u("score")}>
${E.map((s,o)=>d`<div class="board__side" data-side=${s}>
<div class="board__name"><b class="tag">${s}</b><span>${J(t,s)}</span></div>
<${hi} won=${t.games_won[o]} needed=${n} />
<${_i} score=${e[o]} target=${t.ruleset.target} />
</div>`)}
</section>`}var hi=({won:t,needed:e})=>d`<div
class="games"
role="img"
aria-label=${u("games_won",{won:t,needed:e})}
>
${Array.from({length:e},(n,s)=>d`<i class=${v(s<t&&"is-won")}></i>`)}
</div>`;function _i({score:t,target:e}){let n=Math.floor(t/5),s=t>=e-5&&t<e,o=u("stones_label",{score:t,amarracos:n,stones:t%5});return d`<div class="stones">
<span class="stones__number">${t}</span>
<span class="stones__drawn" role="img" aria-label=${o}>
${Array.from({length:n},()=>d`<i class="amarraco"></i>`)}
${Array.from({length:t%5},()=>d`<i class="stone"></i>`)}
</span>
${s&&d`<b class="inside">${u("inside")}</b>`}
</div>`}var be=({stones:t})=>d`<span>${E.map((e,n)=>d`<b class="tag" data-side=${e}>${e}</b> +${t[n]} `)}</span>`;function no({app:t,now:e}){let n=t.local?.current;return n?.history.length?d`<section>
<h1>${u("history")}</h1>
<ol class="history">
${[...n.history].reverse().map(s=>d`<li key=${`${s.game}.${s.number}`}>
<button class="last" onClick=${()=>b(`shown/${s.game}/${s.number}`)}>
<span>${u("hand_place",{game:s.game,hand:s.number})}</span>
<${be} stones=${s.stones} />
<b>${s.score.join("–")}</b>
<${Ne} hand=${s} flying=${e.flying} />
</button>
</li>`)}
</ol>
</section>`:d`<${D} text="no_hands" />`}function so({app:t,now:e,rest:n}){let[s,o]=n.map(Number),r=t.local?.current,i=r?.history.find(f=>f.game===s&&f.number===o);if(!i)return d`<${D} text="no_hand_open" />`;let{record:a,settlement:l}=i;return d`<section class="panel">
<h1>${u("hand_place",{game:s,hand:o})}</h1>
<p><${Ne} hand=${i} flying=${e.flying} /> · ${u("mano_is",{name:A(r,a.mano)})}</p>
${a.cards&&d`<ul class="shown">
${a.cards.map((f,c)=>d`<li data-side=${P(c)} key=${c}>
<span>${ae(r,c)}</span>
<b>${typeof f=="string"?f:f.join(" ")}</b>
</li>`)}
</ul>`}
${l.ok&&(a.quick?d`<${Js} settlement=${l} />`:d`<${ft} match=${r} told=${xs(gi(a))} />`)}
${i.ruled&&d`<p class="note note--warn">${u("ruled_says",{score:i.stones.join("–")})}</p>`}
<button class="key" disabled=${!!i.ruled} onClick=${()=>b(`correct/${s}/${o}`)}>
${u("correct")}
</button>
</section>`}var gi=({id:t,...e})=>e;var oo={A:["Getaria","Zarautz"],B:["Hondarribia","Lekeitio"]};async function pt(t){let e=t.now.table?.match?.ruleset??U["brisbane-2024"],n=(i,a)=>({number:a,name:oo[i].join(" – "),players:oo[i],club:""}),o={match:null,last:null,next:[{id:0,best_of:3,pairs:{A:n("A",1),B:n("B",2)},ruleset:e,four_kings_allowed:!0}]},{draft:r}=t.now;await t.note({rehearsal:{table:o,items:[],draft:r},draft:null}),b("")}function ro(t,e){if(t.quick||e.ruleset.jokers||e.ruleset.juego_real!=="none")return t;let n=ce.flatMap(o=>[o,o,o,o]);for(let o=n.length-1;o>0;o-=1){let r=Math.floor(Math.random()*(o+1));[n[o],n[r]]=[n[r],n[o]]}let s=t.cards.map((o,r)=>n.slice(r*4,r*4+4).join(" "));return{...t,dealt:s}}var $i=["auto","light","dark","sun"];function io({app:t,now:e}){let{settings:n,device:s}=e,o=i=>t.note({settings:{...n,theme:i}}),r=()=>t.note({device:null,table:null,etag:null}).then(()=>b("join"));return d`<section class="panel">
<h1>${u("settings")}</h1>
<${Zt} app=${t} now=${e} />
<h2>${u("light")}</h2>
<div class="keys">
${$i.map(i=>d`<button
class=${v("key",n.theme===i&&"is-on")}
aria-pressed=${n.theme===i?"true":"false"}
onClick=${()=>o(i)}
>
${u(`theme_${i}`)}
</button>`)}
</div>
<${bi} now=${e} />
<h2>${u("rehearsal")}</h2>
<p>${u("rehearsal_what")}</p>
${!e.rehearsal&&d`<button class="key" onClick=${()=>pt(t)}>${u("rehearsal_start")}</button>`}
${s&&d`<h2>${u("table",s.table)}</h2>
<p>${s.tournament.name} · ${s.label}</p>
<button class="key" onClick=${()=>b("join")}>${u("other_table")}</button>
<button class="key key--no" disabled=${e.items.length>0} onClick=${r}>${u("leave")}</button>
${e.items.length>0&&d`<p class="note note--warn">${u("leave_waits",{n:e.items.length})}</p>`}`}
<p class="soft">${u("version")} ${document.querySelector("meta[name=app-version]")?.getAttribute("content")}</p>
</section>`}var Zt=({app:t,now:e})=>d`<div class="keys" role="group" aria-label=${u("language")}>
${Object.entries(ie).map(([n,s])=>d`<button
type="button"
class=${v("key",e.settings.language===n&&"is-on")}
lang=${n}
aria-pressed=${e.settings.language===n?"true":"false"}
onClick=${()=>qt(n).then(()=>t.note({settings:{...t.now.settings,language:n}}))}
>
${s}
</button>`)}
</div>`;function bi({now:t}){let[e,n]=y(null);L(()=>{navigator.storage?.persisted?.().then(n)},[]);let s=isSecureContext&&"serviceWorker"in navigator;return d`<h2>${u("this_device")}</h2>
<ul class="facts">
<li>${u(s?"can_offline":"cannot_offline")}</li>
<li>${u(t.durable?"can_keep":"cannot_keep")}</li>
${e!==null&&d`<li>${u(e?"kept_surely":"kept_maybe")}</li>`}
</ul>
${!s&&d`<p class="note note--warn">${u("cannot_offline_how")}</p>`}`}function mt({app:t,now:e,sync:n}){let[s,o]=y(""),[r,i]=y(e.device?.label??""),[a,l]=y(!1),[f,c]=y([]),p=e.joining??Rt(s);return d`<form class="panel" onSubmit=${async h=>{h.preventDefault(),l(!0);let _=p?await Fn(t,p,r):[{code:"no_token"}];l(!1),c(_),!_.length&&(Pn(t,p)&&b(""),n.kick())}}>
<h1>${u("join_title")}</h1>
<p>${u(e.joining?"join_ready":"join_how")}</p>
${e.device&&d`<p class="note">${u("join_moves",{number:e.device.table.number})}</p>`}
${e.items.length>0&&d`<p class="note note--warn">${u("join_keeps",{n:e.items.length})}</p>`}
${!e.joining&&d`<label class="field">
<span>${u("join_link")}</span>
<input
value=${s}
onInput=${h=>o(h.target.value)}
autocomplete="off"
autocapitalize="off"
spellcheck="false"
/>
</label>`}
<label class="field">
<span>${u("device_name")}</span>
<input
value=${r}
onInput=${h=>i(h.target.value)}
maxlength="80"
placeholder=${u("device_name_how")}
autocomplete="off"
/>
</label>
${f.map(h=>d`<p class="note note--bad" role="alert">${h.message??u(`error_${h.code}`)}</p>`)}
<button class="key key--go" disabled=${a||!p}>${u(a?"joining":"join")}</button>
${e.joining&&d`<button type="button" class="key" onClick=${()=>t.set({joining:null})}>${u("not_now")}</button>`}
<hr />
<button type="button" class="key" onClick=${()=>pt(t)}>${u("rehearsal_start")}</button>
<${Zt} app=${t} now=${e} />
</form>`}var ki=[[1,2],[2,1]];function ao({app:t,rest:e}){let n=t.local?.next.find(p=>String(p.id)===e[0]),[s,o]=y({A:[1,2],B:[1,2]}),[r,i]=y(null),[a,l]=y([]);if(!n)return d`<${D} text="match_begun" />`;let f=p=>{let m=E[p%2];return n.pairs[m].players[s[m][p>>1]-1]},c=async()=>{let p={kind:"match.start",match:n.id,seating:s,first_mano:r};await t.act({...p,four_kings:a.length===2})&&b("")};return d`<section class="start">
<h1>${u("who_sits")}</h1>
<p class="soft">${u("who_sits_how")}</p>
<div class="round">
${[0,1,2,3].map(p=>d`<button
class=${v("round__seat",`round__seat--${p}`,r===p&&"is-mano")}
data-side=${E[p%2]}
aria-pressed=${r===p?"true":"false"}
onClick=${()=>i(p)}
>
<small>${u("seat",{number:p+1})}${r===p&&` · ${u("mano")}`}</small><b>${f(p)}</b>
</button>`)}
<span class="round__way" aria-hidden="true">↺</span>
</div>
${E.map(p=>d`<button
class="key"
data-side=${p}
onClick=${()=>o({...s,[p]:ki.find(m=>m[0]!==s[p][0])})}
>
⇄ ${u("swap",{side:p})} · ${J(n,p)}
</button>`)}
${n.four_kings_allowed&&d`<fieldset class="kings">
<legend>${u("four_kings")}</legend>
${E.map(p=>{let m=a.includes(p),h=m?a.filter(_=>_!==p):[...a,p];return d`<button
class=${v("key",m&&"is-on")}
data-side=${p}
aria-pressed=${m?"true":"false"}
onClick=${()=>l(h)}
>
${m?"✓ ":""}${u("pair_wants",{side:p})}
</button>`})}
</fieldset>`}
<button class="key key--go" disabled=${r===null} onClick=${c}>${u(r===null?"choose_mano":"begin_match")}</button>
</section>`}function lo({app:t,match:e}){let n=e.games.filter(r=>r.winner).reverse(),s=e.status==="finished"&&e.winner,o=n.slice(s?1:0).filter(({number:r})=>e.confirmed.games[r]?.length!==2);return d`
${s&&d`<${yi} app=${t} match=${e} />`}
${o.map(r=>d`<${wi} key=${r.number} app=${t} match=${e} game=${r} />`)}
`}function yi({app:t,match:e}){let[n,s]=e.games_won,o=u("match_won",{side:e.winner,score:`${n}–${s}`});return d`<${co} text=${o} by=${e.confirmed.match}
onAgree=${r=>t.act({kind:"match.confirm",match:e.id,by:[r],score:e.games_won,hands:e.history.length})} />`}function wi({app:t,match:e,game:{number:n,winner:s,score:o,hands:r}}){let i=u("game_won",{game:n,side:s,score:o.join("–")});return d`<${co} text=${i} by=${e.confirmed.games[n]??[]}
onAgree=${a=>t.act({kind:"game.confirm",match:e.id,game:n,by:[a],score:o,hands:r})} />`}var co=({text:t,by:e,onAgree:n})=>d`<section class="panel confirm">
<h2>${t} ${e.length<2&&u("both_agree")}</h2>
${e.length>1?`✓ ${u("reason_agreed")}`:d`<div class="confirm__keys">
${E.map(s=>{let o=e.includes(s);return d`<button
class=${v("key",o&&"is-on")}
data-side=${s}
aria-pressed=${o?"true":"false"}
onClick=${()=>o||n(s)}
>
${o?"✓ ":""}${u(o?"agreed":"agree",{side:s})}
</button>`})}
</div>`}
</section>`;function en({app:t,now:e}){let{local:n}=t;if(!n)return d`<p class="panel">${u(e.reached===!1?"no_table_yet":"loading")}</p>`;let{current:s,next:o}=n,r=s?.status==="playing";return d`
${s&&d`<${to} match=${s} />`}
${s&&d`<${lo} app=${t} match=${s} />`}
${r&&(s.hand?d`<${vi} app=${t} now=${e} match=${s} />`:d`<p class="panel note--warn">${u(Tn(s)?"awaiting_ruling":"awaiting_claim")}</p>`)}
${!r&&o.map(i=>d`<${xi} card=${i} />`)}
${!r&&!o.length&&d`<p class="panel">${u(s?"match_over":"no_match")}</p>`}
${e.called&&d`<${Ei} now=${e} of=${[s,...o]} />`}
${s&&d`<${Ci} now=${e} match=${s} />`}
${s&&d`<${Oi} match=${s} />`}
`}function vi({app:t,now:e,match:n}){let s=e.draft?.edit?e.draft.under:e.draft,o=s&&s.match===n.id,r=o&&Ae(s,n),i=c=>{t.draw(c),b("hand")},a=()=>{let c=r&&(me(s)||s.noCards)?s.step:"cards";if(r)return i({...s,step:c,quick:null});let p=pe(n);return i(e.rehearsal?ro(p,n):p)},l=()=>{let{quick:c}=pe(n,{quick:!0});return i(r?{...s,quick:s.quick??c}:pe(n,{quick:!0}))},f={game:n.game.number,hand:n.hand.number};return d`<section class="next">
<p class="next__mano">${u("mano_is",{name:A(n,n.mano)})}</p>
<button class="key key--go" onClick=${a}>
${u(r&&he(s)?"go_on_hand":"enter_hand",f)}
</button>
<button class="key" onClick=${l}>${u("quick")}</button>
${!n.history.length&&!n.games.some(c=>c.winner)&&d`<${Si} app=${t} match=${n} />`}
${o&&!r&&d`<button class="key" onClick=${()=>i(s)}>${u("go_on_hand",s)}</button>`}
</section>`}function Si({app:t,match:e}){let[n,s]=y(!1),o=()=>t.act({kind:"match.take_back_start",match:e.id});return n?d`<div class="keys" role="group" aria-label=${u("begin_undo")}>
<button class="key key--no" onClick=${o}>${u("begin_undo_sure")}</button>
<button class="key" onClick=${()=>s(!1)}>‹ ${u("back")}</button>
</div>`:d`<button class="key" onClick=${()=>s(!0)}>${u("begin_undo")}</button>`}var xi=({card:t})=>d`<section class="panel">
<h2>${u("next_match")}</h2>
<p><b class="tag" data-side="A">A</b> ${J(t,"A")}</p>
<p><b class="tag" data-side="B">B</b> ${J(t,"B")}</p>
<button class="key key--go" onClick=${()=>b(`start/${t.id}`)}>${u("begin_match")}</button>
</section>`;function Ci({now:t,match:e}){let n=e.history.at(-1);return n?d`<button class="last" onClick=${()=>b(`shown/${n.game}/${n.number}`)}>
<span>${u("last_hand",{game:n.game,hand:n.number})}</span>
<${be} stones=${n.stones} />
<${Ne} hand=${n} flying=${t.flying} />
</button>`:null}function Ei({now:t,of:e}){let{key:n,at:s,match:o}=t.called;if(!e.some(c=>c?.id===o))return null;let r=new Date(s).toTimeString().slice(0,5),i=t.items.some(c=>c.key===n),a=t.table?.calls?.filter(c=>c.match===o)??[],l=!i&&a.find(c=>c.answered_at),f=i?"here":l?"answered":"confirmed";return d`<p class="note" role="status">${u("called",{time:r})}${!t.rehearsal&&d` · <span class=${`state--${f}`}>${u(`state_${f}`)}</span>`}</p>`}var Oi=({match:t})=>d`<nav class="around">
<button class="key" onClick=${()=>b("history")}>${u("history")}</button>
<button class="key" disabled=${!t.history.length} onClick=${()=>b("undo")}>${u("undo")}</button>
<button class="key key--call" onClick=${()=>b("call")}>${u("call")}</button>
</nav>`;function uo({app:t}){let[e,n]=y(""),s=t.local?.current,o=s?.history.at(-1);if(!o)return d`<${D} text="no_hands" />`;let{game:r,number:i}=o,{on:a,after:l,version:f}=t.aim(s,o),c={kind:"hand.undo",match:s.id,game:r,hand:i,version:f,reason:e},p=We(s,c),m=async()=>{await t.act(c,{after:l,on:a})&&b("")};return d`<section class="panel">
<h1>${u("undo_title",{game:r,hand:i})}</h1>
<p><${be} stones=${o.stones} /> · ${o.score.join("–")} → ${o.score.map((h,_)=>h-o.stones[_]).join("–")}</p>
<${dt} match=${s} preview=${p} />
<${$e} reason=${e} onChange=${n} />
<button class="key key--go" disabled=${!p||!e.trim()} onClick=${m}>${u("undo_now")}</button>
</section>`}function ee({items:t}){let[e,n]=y(!1),s=JSON.stringify(t.map(({action:a,errors:l})=>l?{...a,errors:l}:a),null,1),o=()=>navigator.clipboard.writeText(s).catch(()=>n(!0)),r=()=>{let a=document.createElement("a");a.href=URL.createObjectURL(new Blob([s],{type:"application/json"})),a.download="mus-hands.json",a.click(),setTimeout(()=>URL.revokeObjectURL(a.href),6e4)},i=()=>navigator.share({text:s}).catch(()=>{});return d`<div class="export">
<div class="keys">
${navigator.clipboard&&d`<button class="key" onClick=${o}>${u("copy")}</button>`}
${"share"in navigator&&d`<button class="key" onClick=${i}>${u("share")}</button>`}
<button class="key" onClick=${r}>${u("as_file")}</button>
<button class="key" onClick=${()=>n(!e)}>${u("as_text")}</button>
</div>
${e&&d`<textarea readonly rows="8" aria-label=${u("as_text")}>${s}</textarea>`}
</div>`}function fo({app:t,now:e,sync:n}){let{items:s}=e;return d`<section class="holds">
<h1>${u("waiting_title")}</h1>
${!s.length&&d`<p class="panel">${u("nothing_waits")}</p>`}
${t.held.size>0&&d`<p class="note note--warn" role="alert">${u("not_noted")}</p>`}
<${Ai} app=${t} />
${e.broken.length>0&&d`<${Ti} broken=${e.broken} />`}
${t.attention.map(o=>d`<${Li} key=${o.key} app=${t} sync=${n} item=${o} />`)}
${t.waiting.map(o=>d`<article class="panel waits" key=${o.key}>
<b>${X(o.action)}</b>
<span class="state state--here">${ji(t,e,o)}</span>
<p>${Ee(o.action)}</p>
${o===t.stuck&&d`<p class="note note--bad">${u(e.failing.code)}</p>
<button class="key" onClick=${()=>n.setAside().then(()=>n.kick())}>${u("set_aside")}</button>`}
</article>`)}
${t.waiting.length>0&&d`<button class="key key--go" onClick=${()=>n.kick()}>${u("send_now")}</button>`}
${(s.length>1||t.waiting.length>0)&&d`<h2>${u("export")}</h2><${ee} items=${s} />`}
<p class="soft">${u("states_explained")}</p>
</section>`}function ji(t,e,{key:n,action:s,after:o}){let r=t.attention.find(i=>i.key===o||i.action.match===s.match);return r&&(o||["gap","unfit"].includes(t.local?.marks.get(n)))?u("waits_for",{what:X(r.action)}):u(e.flying.has(n)?"state_sent":"state_here")}function Ai({app:t}){let{items:e}=t.now,n=e.filter(s=>s.status==="attention"&&s.theirs);return n.length<2?null:d`<button class="key key--go" onClick=${()=>t.keepTheirs()}>
${u("keep_all_theirs",{n:n.length})}
</button>`}var Ti=({broken:t})=>d`<article class="panel panel--bad">
<h2>${u("unreadable",{n:t.length})}</h2>
<p>${u("unreadable_says")}</p>
${t.map(e=>d`<pre class="raw">${JSON.stringify(e)}</pre>`)}
<${ee} items=${t.map(e=>({action:e}))} />
</article>`;function Mi(t,{kind:e,id:n,label:s}){return e!=="device"?u("by_official"):n===t.now.device?.id?u("by_this"):u("by_device",{name:s})}var Ni=t=>new Date(t).toTimeString().slice(0,5);function Li({app:t,sync:e,item:n}){let[s,o]=y(null),[r,i]=y(""),{action:a,errors:l,theirs:f}=n,c=f&&String(f.stones)===String(Ri(n)),p=[t.local?.match,t.local?.last].find(g=>g?.id===a.match),m=p?.history.find(g=>g.game===a.game&&g.number===a.hand),h=m||p?.hand,_=async()=>{let{key:g,version:w}=m??{},T=m?{...m,hand:m.number,edit:{key:g,version:w},record:{...m.record,...a.record}}:{game:p.game.number,hand:p.hand.number,record:{...a.record,mano:p.mano,score:p.game.score}};await t.lay({...at(p,T),instead:Ke(a)}),b("hand")},$=()=>t.replaceTheirs(n,r);return d`<article class="panel panel--bad">
<h2>${X(a)}</h2>
${n.behind&&d`<p>${u("behind_trouble")}</p>`}
${l.map(g=>d`<p class="note note--bad">${g.message??u(g.code)}</p>`)}
<p><b>${u("yours")}</b> ${Ee(a)}</p>
${f&&d`<p><b>${u("theirs")}</b> ${Dt(f.record)} (${f.stones.join("–")})${f.by&&d`<br /><small>${u("theirs_by",{by:Mi(t,f.by),time:Ni(f.at)})}</small>`}</p>`}
${c&&d`<p class="note">${u("same_result")}</p>`}
${s===null&&!t.now.rehearsal&&d`<div class="keys keys--list">
${f&&d`<button class="key key--go" onClick=${()=>t.discard(n.key)}>${u("keep_theirs")}</button>`}
${f&&a.kind==="hand.record"&&d`<button class="key" onClick=${()=>o("mine")}>${u("put_mine")}</button>`}
${a.record&&h&&d`<button class="key" onClick=${_}>${u("open_again")}</button>`}
<button class="key" onClick=${()=>t.retry(n.key).then(()=>e.kick())}>${u("send_again")}</button>
<button class="key key--no" onClick=${()=>o("discard")}>${u("discard")}</button>
</div>`}
${s==="mine"&&d`<${$e} reason=${r} onChange=${i} />
<button class="key key--go" disabled=${!r.trim()} onClick=${$}>${u("put_mine")}</button>
<button class="key" onClick=${()=>o(null)}>‹ ${u("back")}</button>`}
${s==="discard"&&d`<p class="note note--warn">${u("discard_says")}</p>
<button class="key key--no" onClick=${()=>t.discard(n.key)}>${u("discard_sure")}</button>
<button class="key" onClick=${()=>o(null)}>‹ ${u("back")}</button>`}
<${ee} items=${[n]} />
</article>`}var Ri=({action:t})=>t.record?.quick?.stones??t.record?.claim;function po({app:t,sync:e,unsaved:n}){let[s,o]=y(""),r=async()=>{o(""),await t.keepItem(n)?b(""):o(u("still_no_room"))},i=async()=>{o(u("sending"));let a=await e.sendUnkept(n.item);if(a!=="applied")o(a==="unanswered"?u("no_answer"):u("was_refused"));else{let{values:l,drop:f}=n;await t.keep({values:l,drop:f}).catch(()=>t.set(l)),t.set({unsaved:null}),b("")}};return d`<section class="panel" role="alert">
<h1>${u("no_room")}</h1>
<p>${u("no_room_says")}</p>
<button class="key key--go" onClick=${i}>${u("send_now")}</button>
<button class="key" onClick=${r}>${u("try_again")}</button>
<${ee} items=${[n.item]} />
${s&&d`<p class="note note--warn">${s}</p>`}
<button class="key" onClick=${()=>t.set({unsaved:null})}>‹ ${u("back")}</button>
</section>`}var qi={"":en,start:ao,hand:Xs,correct:Zs,history:no,shown:so,undo:uo,call:vs,waiting:fo,settings:io,join:mt},Di=new Set(["settings","waiting","join"]),mo=()=>location.hash.replace(/^#\/?/,"").split("/");function Ii({children:t,now:e,app:n}){let[s]=Ht(o=>console.error(o));return s?d`<section class="panel panel--bad" role="alert">
<h1>${u("screen_failed")}</h1>
<p class="soft">${String(s)}</p>
<button class="key key--go" onClick=${()=>b("")}>${u("to_table")}</button>
<button class="key" onClick=${()=>n.note({draft:null}).then(()=>b(""))}>${u("without_draft")}</button>
<${ee} items=${[...e.items,...e.draft?[{action:e.draft}]:[]]} />
</section>`:t}function ho({app:t,sync:e}){let[n,s]=y(t.now),[o,r]=y(mo);L(()=>{t.listeners.add(s),s(t.now);let w=()=>{r(mo()),scrollTo(0,0)};return addEventListener("hashchange",w),()=>{t.listeners.delete(s),removeEventListener("hashchange",w)}},[]),L(()=>{document.documentElement.dataset.theme=n.settings.theme},[n.settings.theme]);let[i,...a]=o,l=n.device||n.rehearsal,f=(n.joining||!l)&&!Di.has(i)?mt:qi[i]??en,c=()=>document.querySelector("h1");L(()=>{document.title=[c()?.textContent,u("app")].filter(Boolean).join(" · ")},[f,o,n.settings.language]),H(()=>(c()?.setAttribute("tabindex","-1"),c()),[f,o]);let{draft:p,keeping:m,update:h,..._}=n,$=O(()=>d`<${ys} app=${t} now=${n} screen=${f===mt?"join":i} />
<${ws} app=${t} now=${n} screen=${i} />`,[f,i,m,h,...Object.values(_)]),g=O(()=>d`<${Ii} key=${o.join()} app=${t} now=${n}>
${n.unsaved?d`<${po} app=${t} sync=${e} unsaved=${n.unsaved} />`:d`<${f} app=${t} now=${n} sync=${e} rest=${a} />`}
<//>`,[f,o,p,...Object.values(_)]);return d`${$}<main class="screen" id="content">${g}</main>`}var Le="mus-tablet-send";async function _o(t){if(navigator.locks){let n=!1,s=o=>(n=!0,o&&t());try{return await navigator.locks.request(Le,{ifAvailable:!0},s)}catch(o){if(n)throw o}}let e=String(Math.random());if(Bi(e))try{return await t()}finally{Pi(e)}}function Bi(t){try{let[,e]=(localStorage.getItem(Le)??" 0").split(" "),n=Number(e)-Date.now();if(n>0&&n<=25e3)return!1;localStorage.setItem(Le,`${t} ${Date.now()+25e3}`)}catch{}return!0}function Pi(t){try{localStorage.getItem(Le)?.startsWith(t)&&localStorage.removeItem(Le)}catch{}}var Fi=["hand.record","game.confirm","match.confirm","call.raise","attention.discard"],Hi=["call.raise","attention.discard"];function go(t,e,{results:n,changed:s}){if(!t||!s||!e.every(({action:l})=>Fi.includes(l.kind)))return null;let o=new Map(n.map(l=>[l.key,l]));if(!e.every(({key:l})=>o.get(l)?.outcome==="applied"))return null;let r=structuredClone(t),{match:i}=r;if(!i)return s.length?null:r;let a=l=>l.id===i.id&&l.from===i.version&&l.status==="playing";if(!s.every(a))return null;for(let{action:l,key:f}of e)if(!Hi.includes(l.kind)&&!Ui(i,l,f,o.get(f)))return null;for(let{from:l,games:f,...c}of s){let p=i.games.filter(m=>!f.some(({number:h})=>h===m.number));Object.assign(i,c,{games:[...p,...f].sort((m,h)=>m.number-h.number)})}return r}function Ui(t,e,n,{hand:s,settlement:o}){if(t.id!==e.match||Ue(t,e,n)!=="applied")return!1;if(e.kind!=="hand.record")return!0;let r=t.history.at(-1);if(!s||String(r.score)!==String(s.score))return!1;let{waits:i,...a}=r;return t.history[t.history.length-1]={...a,...s,settlement:o},!0}var Wi=3e3,$o=6e3,Gi=3e4,bo=100,Ki=20,Ji=[400,409,413,422],zi=["other_score","not_ended"],ko={device_unknown:"unknown",device_revoked:"revoked"},ht=class{running=!1;again=!1;singly=!1;most=bo;looked=-1/0;told=-1/0;constructor(e){this.app=e}start(){this.app.onKept=()=>this.kick();let e=()=>this.kick();for(let n of["online","pageshow","focus"])addEventListener(n,e);document.addEventListener("visibilitychange",()=>document.hidden||e()),setInterval(()=>this.tick(),Wi),e()}tick(){this.app.waiting.length?this.run():!document.hidden&&performance.now()-this.looked>$o&&this.run()}kick(){this.looked=-1/0,this.run()}async run(){if(this.running){this.again=!0;return}this.running=!0;try{do this.again=!1,await _o(()=>this.exchange());while(this.again)}finally{this.running=!1}}get device(){let{device:e}=this.app.now;return e&&!e.gone?e:null}async exchange(){this.device&&(await this.app.refresh().catch(()=>{}),await this.app.keepHeld(),this.device&&await this.send(),this.device&&performance.now()-this.looked>$o&&await this.look(),this.device&&performance.now()-this.told>Gi&&await this.tell())}async ask(e,n,s){let{language:o}=this.app.now.settings,{token:r}=this.device,i=await Ve(e,n,{token:r,language:o,...s});return this.device?.token===r?i:{status:0,body:null}}async send(){for(;;){let e=Vi(this.app,this.singly?1:this.most);if(!e.length){this.singly=!1;return}this.app.set({flying:new Set(e.map(r=>r.key))});let n={rules_version:te,waiting:this.app.now.items.length-e.length,actions:e.map(r=>r.action)},s=await this.ask("POST","/table/actions/",{body:n});if(this.app.set({flying:new Set}),!await this.hear(s,e))return}}async hear({status:e,body:n,late:s},o){if(e===200&&Array.isArray(n?.results))return this.app.set({failing:null}),this.most=Math.min(bo,this.most*2),this.answered(o,n);if(this.gone(e,n))return!1;let r=Ji.includes(e)&&Array.isArray(n?.errors);return this.app.set({reached:r||e===429}),r?o.length===1?(await this.app.keepOrHold([tn(o[0],n.errors)]),!0):(this.singly=!0,!0):(e!==429&&await this.notTaken({status:e,late:s},o),!1)}async notTaken({status:e,late:n},s){let[{key:o}]=s,r=n||e>=400;if(r&&(this.most=Math.ceil(s.length/2)),(s.length===1?this.app.stuck:r)||!await this.tell()||(this.most=Math.ceil(s.length/2),s.length>1))return;let{failing:i}=this.app.now,a=e>=500?"server_failed":"not_through";this.app.set({failing:{key:o,code:a,times:i?.key===o?i.times+1:1}})}async setAside(){let{stuck:e,waiting:n,now:{failing:s}}=this.app;if(!e)return;let{action:o}=e,r=[tn(e,[{code:s?.code}])];r.push(...vo(n,[],r,null)),xe(o)||r.push(this.app.message(e,{kind:"attention.raise",action:o})),await this.app.keepOrHold(r)}async answered(e,n){let{results:s}=n,o=n.state??go(this.app.now.table,e,n)??await this.whole();if(!o)return this.app.set({reached:!1}),!1;let r=new Map(s.map(p=>[p.key,p])),i=this.app.local,a=[],l=[],f=[...this.app.now.notices];for(let p of e){let m=r.get(p.key);if(m)if(wo(p,m)){a.push(p.key);let h=Xi(p,m,i);h&&f.push(h)}else Qi(p,m)?a.push(p.key):Yi(p,m,[...this.app.attention,...l])||l.push(tn(p,m.errors??[],m))}l.push(...vo(this.app.waiting,a,l,o));let c=n.etag&&n.etag_before===this.app.now.etag;return await this.stand(o,{notices:f,put:l,drop:a,etag:c?n.etag:null}),this.app.set({reached:!0}),this.looked=performance.now(),l.length&&(this.told=-1/0),a.length+l.length>0}stand(e,{etag:n=null,notices:s=this.app.now.notices,put:o=[],drop:r=[]}={}){let i=new Map(e.closed?.map(({key:m,became:h})=>[m,h])),a=this.app.attention.filter(({key:m})=>i.has(m)),l=a.map(({key:m,action:h})=>({key:m,action:h,became:i.get(m)})),f=[...s,...l].slice(-Ki),c=[...r,...a.map(({key:m})=>m)];if(!o.length&&!c.length)return this.app.note({table:e,etag:n});let p={table:e,etag:n,notices:f};return this.app.keep({values:p,put:o,drop:c}).catch(async()=>{c.length&&await this.app.keep({drop:c}),await this.app.note(p),await this.app.keepOrHold(o)})}gone(e,n){let s=(e===401||e===403)&&n?.errors?.[0]?.code;return s in ko?(this.app.note({device:{...this.app.now.device,gone:ko[s]}}),this.app.set({reached:!0}),!0):!1}async sendUnkept(e){if(!this.device)return"unanswered";let n={rules_version:te,waiting:null,actions:[e.action]},{status:s,body:o}=await this.ask("POST","/table/actions/",{body:n});if(this.gone(s,o)||s!==200||!o?.results)return"unanswered";let r=o.state??await this.whole();return r&&await this.app.note({table:r,etag:null}),this.app.set({reached:!0}),wo(e,o.results[0])?"applied":"refused"}async whole(){let{status:e,body:n}=await this.ask("GET","/table/",{});return e===200&&n?.table?n:null}async look(){let{status:e,body:n,etag:s}=await this.ask("GET","/table/",{etag:this.app.now.etag});if(this.gone(e,n))return;let o=e===200&&n?.table;if(this.app.set({reached:!!o||e===304}),this.looked=performance.now(),!o)return;let r=this.app.waiting.filter(({key:i})=>yo(n,i));r.length?await this.arrivedUnheard(r,n).catch(()=>{}):await this.stand(n,{etag:s}).catch(()=>{})}arrivedUnheard(e,n){let s=e.map(({key:o})=>({key:o,outcome:"applied",settlement:yo(n,o)}));return this.answered(e,{results:s,state:n})}async tell(){this.told=performance.now();let e={waiting:this.app.now.items.length,rules_version:te},{status:n,body:s}=await this.ask("POST","/table/seen/",{body:e});return this.gone(n,s),n===204||n===200&&s!==null}};function Vi(t,e){let{table:n,items:s}=t.now,{marks:o,order:r}=n?He(n,s):{marks:new Map,order:[]},i=new Map(r.map((p,m)=>[p,m])),a=t.waiting.sort((p,m)=>(i.get(p.key)??p.seq+1e6)-(i.get(m.key)??m.seq+1e6)),l=new Set(t.attention.map(p=>p.action.match)),f=new Set,c=[];for(let p of a){let{match:m}=p.action;s.some($=>$.key===p.after)&&f.add(m);let h=o.get(p.key),_=h==="gap"&&l.has(m)||h==="unfit"&&p.action.kind.startsWith("hand.")&&So(t.attention,m);!f.has(m)&&!_&&c.length<e&&c.push(p)}return c}var yo=({match:t,last:e},n)=>[t,e].flatMap(s=>s?.history??[]).find(s=>s.key===n);function wo({key:t},{outcome:e,current:n}){return e==="applied"||e==="repeated"?!0:e==="conflict"&&!!n?.history?.some(s=>s.key===t)}function Qi({action:t},{errors:e}){let n=(e??[]).map(s=>s.code);return t.kind.endsWith(".confirm")&&n.some(s=>zi.includes(s))}var So=(t,e)=>t.some(({status:n,action:s})=>n==="attention"&&s.kind==="match.start"&&s.match===e);function Yi({action:t},{errors:e},n){let s=(e??[]).map(o=>o.code);return s.includes("not_playing")&&So(n,t.match)?!0:s.includes("hand_out_of_order")?n.some(o=>o.status==="attention"&&o.action.match===t.match):!1}function tn(t,e,{current:n}={}){let{game:s,hand:o}=t.action,r=n?.history?.find(i=>i.game===s&&i.number===o);return{...t,status:"attention",errors:e,theirs:r??null}}function vo(t,e,n,s){let o=new Set(e),r=new Set(n.map(i=>i.key));return t.flatMap(i=>{let a=i.after??"";if(r.has(a)){r.add(i.key);let _="version"in i.action?{...i.action,version:0}:i.action;return[{...i,action:_,status:"attention",errors:[],theirs:null,behind:!0}]}if(!o.has(a))return[];let{game:l,hand:f,match:c}=i.action,m=[s?.match,s?.last].find(_=>_?.id===c)?.history.find(_=>_.game===l&&_.number===f),h=Tt(m,i.on,[a,...e]);return[{...i,after:null,action:{...i.action,version:h}}]})}function Xi({action:t,key:e},{settlement:n},s){if(t.kind!=="hand.record"||!n)return null;let r=[s?.match,s?.last].flatMap(i=>i?.history??[]).find(i=>i.key===e);return!r||String(r.stones)===String(n.stones)?null:{key:e,game:t.game,hand:t.hand,shown:r.stones,now:n.stones}}var Zi=10*6e4,ea=6e4;async function xo(t){if(!("serviceWorker"in navigator))return;let{serviceWorker:e}=navigator;try{let n=await e.register("/referee/sw.js",{updateViaCache:"none"}),s=()=>{n.waiting&&n.active&&t.set({update:()=>ta(n)})};s(),n.addEventListener("updatefound",()=>{let{installing:r}=n;r?.addEventListener("statechange",()=>{r.state==="installed"&&s()})}),setInterval(()=>n.update().catch(()=>{}),Zi),addEventListener("online",()=>n.update().catch(()=>{}));let o=await e.ready;o.active?.postMessage({words:[t.now.settings.language]}),setTimeout(()=>o.active?.postMessage({words:Object.keys(ie)}),ea),t.set({worker:!0})}catch{t.set({worker:!1})}e.addEventListener("controllerchange",()=>Co&&location.reload())}var Co=!1;function ta(t){Co=!0,t.waiting?.postMessage("take over")}var z=new Je(await In());await z.reload();var Eo=Wn(z.now.settings.language);z.set({settings:{...z.now.settings,language:Eo}});await Un([Eo,...Object.keys(ie)]);var Oo=new ht(z);Lt(z);addEventListener("hashchange",()=>Lt(z));var jo=document.getElementById("app");jo.textContent="";Ft(d`<${ho} app=${z} sync=${Oo} />`,jo);Oo.start();xo(z);navigator.storage?.persist?.();
