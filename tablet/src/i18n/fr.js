// Français : ce que disent les règles sur la tablette.
// A line marked fuzzy holds a word for which no source was found: a speaker should read it.

export default {
  "lance.grande": "handia",
  "lance.chica": "ttipia",
  "lance.pares": "pareak",
  "lance.juego": "jokoa",
  "lance.punto": "puntua",
  "entry.deje": "{lance} : refus",  // fuzzy
  "entry.paso": "{lance} : passe",  // fuzzy
  "entry.envite": "{lance} : inbido tenu (iduki)",
  "entry.pares": "pour les pareak",
  "entry.juego": "pour le jokoa",
  "entry.punto": "pour le puntua",
  "entry.ordago": "{lance} : hordago",
  "entry.quick": "sans cartes, non vérifié",
  "pares.1": "paire",
  "pares.2": "médias (trois pareilles)",  // fuzzy
  "pares.3": "doubles",  // fuzzy
  "juego.31": "31",
  "juego.other": "jeu de {total}",
  "why.best": "Meilleures cartes : {seat} ({cards}).",
  "why.mano": "{seat} et {equal} ont la même chose ({cards}) : {seat} gagne, plus près de la main.",
  "why.only": "Seule cette paire a : {lance}.",
  "why.refused": "La paire {other} a dit tira.",
  "why.penalty": "Pour la faute de la paire {other} ({clause}).",
  "why.forfeit": "La paire {other} a annoncé des cartes qu’elle n’avait pas et perd ce qui était en jeu (G0).",
  "penalty.G0": "{seat} a annoncé des cartes qu’il n’avait pas : sa paire perd tout ce qui est en jeu dans cette donne ; les refus déjà pris restent.",  // fuzzy
  "penalty.P1": "{seat} a annoncé des pareak sans en avoir et son partenaire n’en a pas : les inbidos sur les pareak sont annulés et la paire {other} marque les siens, si elle en a.",
  "penalty.P2": "{seat} a annoncé des pareak sans en avoir : ses cartes ne comptent pas et le reste se paie comme d’habitude.",
  "penalty.P2.void": "{seat} a annoncé des pareak sans en avoir et sa paire aurait gagné : les inbidos sont annulés et la paire {other} prend {deje} de refus et marque ses pareak.",  // fuzzy
  "penalty.P3": "{seat} a dit ne pas avoir de pareak alors qu’il en avait : ils ne comptent pas et le reste se paie comme d’habitude.",
  "penalty.P4": "{seat} a dit ne pas avoir de pareak alors qu’il en avait, et son partenaire n’en a pas : la paire {other} prend {deje} de refus et marque ses pareak.",  // fuzzy
  "penalty.P5": "{seat} a annoncé des pareak sans en avoir ; son partenaire en a et les adversaires non : ceux du partenaire comptent, sans pénalité.",
  "penalty.P6": "{seat} a dit ne pas avoir de pareak alors qu’il en avait ; son partenaire en a annoncé et les adversaires n’en ont pas : ceux des deux sont marqués.",
  "penalty.P7": "{seat} a dit ne pas avoir de pareak alors qu’il en avait ; personne d’autre n’en a : sa paire les marque.",
  "penalty.PX": "{seats} se sont trompés sur les pareak : les inbidos sont annulés et les cartes décident.",
  "penalty.J1": "{seat} a annoncé jokoa sans l’avoir et personne ne l’a : les inbidos sont annulés et la paire {other} prend {deje} de refus et 1 de puntua.",  // fuzzy
  "penalty.J2": "{seat} a annoncé jokoa sans l’avoir ; son partenaire l’a et les adversaires non : celui du partenaire compte, sans pénalité.",
  "penalty.J3": "{seat} a annoncé jokoa sans l’avoir et son partenaire ne l’a pas : les inbidos sur jokoa sont annulés et la paire {other} marque le sien.",
  "penalty.J4": "{seat} a annoncé jokoa sans l’avoir : ses cartes ne comptent pas et le reste se paie comme d’habitude.",
  "penalty.J4.void": "{seat} a annoncé jokoa sans l’avoir et sa paire aurait gagné : les inbidos sont annulés et la paire {other} prend {deje} de refus et marque son jokoa.",  // fuzzy
  "penalty.J5": "{seat} a dit ne pas avoir jokoa alors qu’il l’avait ; personne d’autre ne l’a : les inbidos sur le puntua sont annulés, aucun puntua n’est payé et sa paire marque son jokoa.",
  "penalty.J6": "{seat} a dit ne pas avoir jokoa alors qu’il l’avait ; son partenaire l’a annoncé et les adversaires ne l’ont pas : celui des deux est marqué.",
  "penalty.J7": "{seat} a dit ne pas avoir jokoa alors qu’il l’avait : il ne compte pas et le reste se paie comme d’habitude.",
  "penalty.J8": "{seat} a dit ne pas avoir jokoa alors qu’il l’avait, et son partenaire ne l’a pas : la paire {other} prend {deje} de refus et marque son jokoa.",  // fuzzy
  "penalty.JX": "{seats} se sont trompés sur jokoa : les inbidos sont annulés et les cartes décident ; le puntua si personne n’a 31.",
  "penalty.flat": "{seat} s’est trompé sur {lance} : les inbidos sont annulés et la paire {other} prend {stones}, rien d’autre.",
  "penalty.game": "{seat} s’est trompé sur {lance} : les inbidos sont annulés et la paire {other} prend tout ce qui lui manquait.",
  "penalty.judges": "{seat} s’est trompé sur {lance} : les inbidos sont annulés et les juges décident.",
  "penalty.unpaid": "Faux oui ou non ({lance}) : {seats}. La manche était déjà finie : le reste de ce lance n’est pas payé.",
  "note.goes_on": "Ce qui avait mis fin à la manche ({lance}) est annulé : la donne continue. Les inbidos tenus avant sont payés ; le reste suit les cartes.",
  "note.ruling": "C’est une proposition : l’organisation décide.",
  "claim.less": "La paire {pair} a demandé {stones} de moins.",
  "claim.less.line": "La paire {pair} a demandé {stones} de moins : elle a peut-être oublié la ligne marquée.",
  "claim.more": "La paire {pair} a demandé {stones} de trop.",
  "claim.more.line": "La paire {pair} a demandé {stones} de trop : elle a peut-être compté la ligne marquée, qui est à l’autre.",
  "field.record": "La donne",
  "field.id": "Identifiant",
  "field.ruleset": "Règlement",  // fuzzy
  "field.mano": "Qui est la main",
  "field.score": "Score",
  "field.cards": "Cartes",
  "field.cards.of": "Cartes de {seat}",
  "field.card": "Carte {number} de {seat}",
  "field.declared": "Annonces",
  "field.declared.of": "Annonces : {lance}",
  "field.bets": "Inbidos",
  "field.bets.of": "Inbidos : {lance}",
  "field.call": "Parole {number} : {lance}",
  "field.infractions": "Fausse annonce",
  "field.claim": "Ce que demande la table",
  "field.quick": "Résultat sans cartes",
  "fault.bad_json": "Non compris. Seuls les champs d’une donne ont leur place ici.",
  "fault.bad_ruleset": "Ce règlement ou ce réglage n’existe pas. Choisissez-en un dans la liste.",  // fuzzy
  "fault.bad_mano": "Dites qui est la main.",
  "fault.bad_score": "Le score de chaque paire va de 0 à {last}. Corrigez-le.",
  "fault.bad_cards": "Donnez quatre cartes à chacune des {seats} places.",
  "fault.bad_card": "« {given} » n’est pas une carte ici. Choisissez-en une autre ; avec sa couleur, si le règlement la demande.",  // fuzzy
  "fault.bad_call": "Cette parole n’est pas comprise. Dites quelle paire parle, ce qu’elle dit et, pour un inbido, combien.",
  "fault.bad_lance": "Il n’y a rien de tel. On joue handia, ttipia, pareak et jokoa.",
  "fault.bad_claim": "Donnez les points que demande chaque paire : 0 ou plus.",  // fuzzy
  "fault.bad_infraction": "Dites quel joueur a annoncé ce qu’il n’avait pas.",
  "fault.too_many_of_rank": "Il y a {count} cartes « {rank} » et le jeu en a {most}. Vérifiez les cartes de tous.",
  "fault.duplicate_card": "La carte {card} y est deux fois. Vérifiez sa couleur.",
  "fault.joker_unresolved": "{card} est un joker : dites s’il vaut roi ou as.",  // fuzzy
  "fault.bet_too_small": "Le premier inbido est de 2 ou plus, pas de {stake}.",
  "fault.raise_too_small": "En relançant, le total devient {least} ou plus, pas {stake}.",
  "fault.out_of_turn": "La paire {by} se répondrait à elle-même. C’est à l’autre de répondre.",
  "fault.nothing_to_answer": "Il n’y a pas d’inbido auquel répondre. Commencez par inbido ou hordago.",
  "fault.bet_over_ordago": "Après un hordago, on ne peut dire que iduki ou tira.",
  "fault.call_after_close": "L’inbido était déjà clos. Retirez cette parole.",
  "fault.bet_unanswered": "Le dernier inbido est resté sans réponse : iduki ou tira.",
  "fault.no_betting": "Pas d’inbido ici : les deux paires n’ont pas annoncé. Retirez les inbidos ou corrigez les annonces.",
  "fault.not_eligible": "La paire {by} ne peut pas faire d’inbido ici.",
  "fault.bets_after_game_over": "La manche était finie avant. Retirez ces inbidos.",
  "fault.declaration_required": "On en est arrivé là : dites pour chaque place si elle a annoncé oui ou non.",
  "fault.cards_required": "Il faut comparer : donnez les cartes de tous.",
  "fault.bad_quick": "Donnez les points que chaque paire a pris.",  // fuzzy
  "fault.quick_nothing_taken": "On prend toujours quelque chose dans une donne. Donnez les points.",  // fuzzy
  "fault.quick_winner_unclear": "Une seule paire peut gagner la manche : l’autre n’arrive pas au bout. Corrigez les points.",
  "fault.quick_stands_alone": "Un résultat sans cartes ne contient rien d’autre. Retirez le reste.",
};
