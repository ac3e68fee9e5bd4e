-- +goose Up
-- Who can sign in. E-mail and username are unique whatever their capitals; e-mails
-- are stored in lower case.
create table users (
    id               uuid        primary key,
    email            text        not null check (email = lower(email) and email like '%_@_%'),
    username         text        check (username <> ''),
    role             text        not null check (role in ('organizer', 'participant', 'observer', 'admin')),
    firstname        text        not null default '',
    lastname         text        not null default '',
    structure        text        not null default '',
    address          text        not null default '',
    post_code        text        not null default '',
    city             text        not null default '',
    language         text        not null check (language in ('fr', 'nl')),
    new_email        text        not null default '', -- another address, until its holder confirms it
    password_hash    text        not null default '', -- '' = cannot sign in
    initialized      boolean     not null,
    active           boolean     not null,
    activation_error text        not null default '',
    version          integer     not null default 1 check (version > 0),
    created_at       timestamptz not null,
    last_login_at    timestamptz,
    constraint users_email_key unique (email)
);
create unique index users_username_key on users (lower(username));

alter table idempotency_keys add constraint idempotency_keys_user_fkey foreign key (user_id) references users on delete cascade;

-- Sign-ins that hold. The id is the SHA-256 of what the cookie holds.
create table sessions (
    id         bytea       primary key check (length(id) = 32),
    public_id  uuid        not null, -- what its owner names it by
    user_id    uuid        not null references users on delete cascade,
    browser    text        not null default '', -- what it said of itself at the sign-in; '' = not known
    system     text        not null default '',
    known      boolean     not null default false, -- the account had signed in on the device before
    created_at timestamptz not null,
    touched_at timestamptz not null, -- last use, to a minute
    expires_at timestamptz not null
);
create unique index sessions_public_id_key on sessions (public_id);
create index sessions_user on sessions (user_id);
create index sessions_expires_at on sessions (expires_at);

-- What lets programs act for a user. Scopes narrow the role; null = all of it. A token made
-- by a token ends with it.
create table api_tokens (
    id           uuid        primary key,
    user_id      uuid        not null references users on delete cascade,
    parent_id    uuid        references api_tokens on delete cascade,
    name         text        not null check (name <> ''),
    scopes       text[],
    secret_hash  bytea       not null check (length(secret_hash) = 32),
    created_at   timestamptz not null,
    expires_at   timestamptz,
    last_used_at timestamptz,
    constraint api_tokens_secret_hash_key unique (secret_hash)
);
create index api_tokens_user on api_tokens (user_id, created_at);
create index api_tokens_parent on api_tokens (parent_id) where parent_id is not null;

-- One-time links that let somebody choose the first password of an account, or a new one, or
-- confirm another address.
-- The id is the SHA-256 of what the link holds. A link holds for the address that it was
-- sent to, and for one purpose.
create table account_links (
    id         bytea       primary key check (length(id) = 32),
    user_id    uuid        references users on delete cascade, -- none: the first account of the installation
    purpose    text        not null default 'activation' check (purpose in ('activation', 'password', 'email')),
    address    text        not null default '',
    created_at timestamptz not null,
    expires_at timestamptz not null,
    used_at    timestamptz
);
create index account_links_user on account_links (user_id);

-- Second factors: the sealed secret of time codes, and the step of the code used last. One that
-- was never confirmed is asked for nowhere.
create table second_factors (
    user_id      uuid        primary key references users on delete cascade,
    secret       bytea       not null,
    last_step    bigint      not null default 0,
    created_at   timestamptz not null,
    confirmed_at timestamptz
);

-- Recovery codes of those who lost the device, by their SHA-256; each is good once.
create table recovery_codes (
    user_id uuid        not null references second_factors on delete cascade,
    hash    bytea       not null check (length(hash) = 32),
    used_at timestamptz,
    constraint recovery_codes_pkey primary key (user_id, hash)
);

-- Attempts to sign in since the last good one, by the hash of an account's name or
-- of a client's address.
create table login_failures (
    key      text        primary key,
    attempts integer     not null check (attempts >= 0),
    last_at  timestamptz not null
);
create index login_failures_last_at on login_failures (last_at);

-- Browsers that have signed in to an account, by the hash of both: each keeps a secret
-- beside its session, and strangers cannot keep them out.
create table login_devices (
    key     text        primary key,
    last_at timestamptz not null
);
create index login_devices_last_at on login_devices (last_at);

-- The terms of use. A published version never changes.
create table terms_versions (
    version      text primary key check (version <> ''),
    published_on date not null,
    text_fr      text not null,
    text_nl      text not null
);
create trigger terms_versions_append_only before update or delete or truncate on terms_versions
    for each statement execute function refuse_change();

-- Who accepted which version, and when: evidence, so rows only ever come in.
create table terms_acceptances (
    user_id     uuid        not null references users,
    version     text        not null references terms_versions,
    accepted_at timestamptz not null,
    constraint terms_acceptances_pkey primary key (user_id, version)
);
create trigger terms_acceptances_append_only before update or delete or truncate on terms_acceptances
    for each statement execute function refuse_change();

insert into terms_versions (version, published_on, text_fr, text_nl) values ('2026-11', '2026-11-01',
$fr$# 1. Objet
Les présentes conditions règlent l'utilisation de l'application par les personnes qui y ont un compte : les personnes morales organisatrices (PMO), leurs observateurs, les participants à une opération d'autoconsommation collective ou de partage d'énergie, et les administrateurs de l'installation.

L'application montre les données de mesure d'une opération, calcule ou restitue la répartition de l'énergie partagée et aide à établir les factures entre producteurs et consommateurs. Elle ne fournit pas d'électricité et ne remplace ni le gestionnaire de réseau, ni le fournisseur de complément.

# 2. Compte et mot de passe
Le compte est personnel. Chaque personne choisit son mot de passe à la première connexion, le garde secret et prévient le support sans attendre si elle pense qu'un tiers le connaît. Les jetons d'accès créés pour un programme engagent la personne qui les a créés.

Un compte peut être bloqué si son usage met en danger la sécurité de l'application ou les données d'autrui. La personne concernée en est informée et peut demander les raisons de cette décision.

# 3. Rôle de l'organisateur
L'organisateur décide qui participe à son opération, transmet au gestionnaire de réseau les informations utiles, fixe la clé de répartition et les prix convenus avec les participants. Il répond de l'exactitude des informations qu'il saisit et de la régularité des factures émises au nom des producteurs.

# 4. Données de mesure et de répartition
Les courbes de charge et les répartitions proviennent du gestionnaire de réseau, ou de fichiers déposés par l'organisateur. Elles peuvent manquer, être provisoires ou être corrigées ; l'application l'indique. Une valeur absente n'est jamais présentée comme une valeur nulle. En cas de désaccord, les données du gestionnaire de réseau font foi.

Les estimations d'économies, de recettes et de production sont données à titre indicatif.

# 5. Factures et paiements
Les factures sont établies à partir des données définitives et des prix saisis par l'organisateur. Une facture émise n'est plus modifiée : elle est corrigée par un avoir. Le contrat d'achat d'énergie est conclu entre le producteur et le consommateur ; l'éditeur de l'application n'y est pas partie.

# 6. Données personnelles
Sont traités les noms, coordonnées, identifiants de point de livraison, données de consommation et de production, données de facturation et journaux d'accès nécessaires à l'opération. L'organisateur est responsable du traitement pour son opération ; l'exploitant de l'application agit comme sous-traitant, au sens du règlement (UE) 2016/679.

Un participant voit ses propres données et les totaux de l'opération, jamais les données individuelles d'un autre participant. Les données de facturation sont gardées le temps que la loi impose ; les autres sont effacées quand elles ne servent plus à l'opération.

Toute personne peut demander l'accès à ses données, leur rectification, leur effacement ou la limitation de leur traitement, en s'adressant à l'organisateur ou au support. Elle peut saisir l'autorité de contrôle : la CNIL en France, l'Autorité de protection des données en Belgique. L'application n'utilise qu'un seul témoin de connexion, indispensable à son fonctionnement.

# 7. Usage loyal
Il est interdit de tenter d'accéder aux données d'autrui, de contourner les droits d'accès, de perturber le service ou d'y déposer des contenus illicites. Les actions qui modifient des données sont consignées avec leur auteur et leur date.

# 8. Disponibilité et responsabilité
L'exploitant met en œuvre les moyens raisonnables pour que l'application soit disponible et que les données soient sauvegardées. Des interruptions peuvent être nécessaires à la maintenance. Il répond des dommages directs causés par sa faute prouvée ; rien dans ces conditions ne limite les droits que la loi reconnaît aux consommateurs.

# 9. Durée et évolution
Ces conditions s'appliquent dès leur acceptation et tant que le compte existe. Quand elles changent, la nouvelle version est présentée à la connexion suivante et doit être acceptée pour continuer. Les versions acceptées restent consultables auprès du support.

# 10. Droit applicable
Les présentes conditions sont soumises au droit français pour les opérations situées en France et au droit belge pour celles situées en Région de Bruxelles-Capitale. Les parties cherchent d'abord un accord amiable avant de saisir le tribunal compétent.
$fr$,
$nl$# 1. Voorwerp
Deze voorwaarden regelen het gebruik van de toepassing door wie er een account heeft: de organiserende rechtspersonen, hun waarnemers, de deelnemers aan een project van collectief zelfverbruik of energiedelen, en de beheerders van de installatie.

De toepassing toont de meetgegevens van een project, berekent of toont de verdeling van de gedeelde energie en helpt facturen tussen producenten en verbruikers op te stellen. Ze levert geen elektriciteit en vervangt noch de netbeheerder, noch de leverancier van de resterende stroom.

# 2. Account en wachtwoord
Het account is persoonlijk. Ieder kiest bij de eerste aanmelding een eigen wachtwoord, houdt het geheim en verwittigt onmiddellijk de ondersteuning bij het vermoeden dat een derde het kent. Wie voor een programma een toegangssleutel aanmaakt, is verantwoordelijk voor het gebruik ervan.

Een account kan worden geblokkeerd als het gebruik ervan de veiligheid van de toepassing of de gegevens van anderen in gevaar brengt. De betrokkene wordt daarvan op de hoogte gebracht en kan de redenen van die beslissing vragen.

# 3. Rol van de organisator
De organisator beslist wie aan het project deelneemt, bezorgt de netbeheerder de nodige informatie en legt de verdeelsleutel en de met de deelnemers overeengekomen prijzen vast. Hij staat in voor de juistheid van wat hij invoert en voor de regelmatigheid van de facturen die namens de producenten worden uitgereikt.

# 4. Meet- en verdeelgegevens
De verbruiksprofielen en verdelingen komen van de netbeheerder of uit bestanden die de organisator indient. Ze kunnen ontbreken, voorlopig zijn of worden verbeterd; de toepassing geeft dat aan. Een ontbrekende waarde wordt nooit als nul getoond. Bij betwisting gelden de gegevens van de netbeheerder.

Ramingen van besparingen, opbrengsten en productie zijn louter indicatief.

# 5. Facturen en betalingen
Facturen worden opgesteld op basis van definitieve gegevens en van de prijzen die de organisator invoert. Een uitgereikte factuur wordt niet meer gewijzigd, maar met een creditnota verbeterd. De overeenkomst over de aankoop van energie wordt gesloten tussen producent en verbruiker; de uitgever van de toepassing is daarbij geen partij.

# 6. Persoonsgegevens
Verwerkt worden namen, contactgegevens, identificatienummers van leveringspunten, verbruiks- en productiegegevens, facturatiegegevens en toegangslogboeken die voor het project nodig zijn. De organisator is verwerkingsverantwoordelijke voor zijn project; de uitbater van de toepassing treedt op als verwerker in de zin van verordening (EU) 2016/679.

Een deelnemer ziet zijn eigen gegevens en de totalen van het project, nooit de individuele gegevens van een andere deelnemer. Facturatiegegevens worden bewaard zolang de wet dat oplegt; de andere worden gewist zodra het project ze niet meer nodig heeft.

Iedereen kan inzage, verbetering, wissing of beperking van de verwerking van zijn gegevens vragen aan de organisator of de ondersteuning, en kan een klacht indienen bij de toezichthoudende autoriteit: de Gegevensbeschermingsautoriteit in België, de CNIL in Frankrijk. De toepassing gebruikt één enkele cookie, die onmisbaar is om aangemeld te blijven.

# 7. Eerlijk gebruik
Het is verboden te proberen toegang te krijgen tot gegevens van anderen, toegangsrechten te omzeilen, de dienst te verstoren of er onrechtmatige inhoud te plaatsen. Handelingen die gegevens wijzigen, worden met hun auteur en datum bijgehouden.

# 8. Beschikbaarheid en aansprakelijkheid
De uitbater zet redelijke middelen in opdat de toepassing beschikbaar is en er reservekopieën van de gegevens zijn. Onderbrekingen kunnen nodig zijn voor onderhoud. Hij staat in voor rechtstreekse schade door zijn bewezen fout; niets in deze voorwaarden beperkt de rechten die de wet aan consumenten toekent.

# 9. Duur en wijziging
Deze voorwaarden gelden vanaf de aanvaarding en zolang het account bestaat. Wanneer ze wijzigen, wordt de nieuwe versie bij de volgende aanmelding getoond en moet ze worden aanvaard om verder te gaan. Aanvaarde versies kunnen bij de ondersteuning worden opgevraagd.

# 10. Toepasselijk recht
Voor projecten in Frankrijk geldt het Franse recht, voor projecten in het Brussels Hoofdstedelijk Gewest het Belgische recht. De partijen zoeken eerst een minnelijke oplossing voordat ze zich tot de bevoegde rechtbank wenden.
$nl$);

-- The columns of the table of participants that somebody chose, in the order of the table; no row = the usual ones.
create table column_choices (
  user_id uuid primary key references users (id) on delete cascade,
  columns text[] not null check (cardinality(columns) between 1 and 50)
);
