import { fr } from '@openpmo/ui/i18n/fr';
import { makeTranslator, problemText } from '@openpmo/ui/i18n/translator';
import { describe, expect, it } from 'vitest';
import { columnsOf, fileName, linesWith, movesOf, remarksOf, templateOf } from './importFile';

const translator = makeTranslator('fr', [fr]);
const words = (problem: Parameters<typeof problemText>[1]) => problemText(translator, problem);

describe('remarks on a file', () => {
  const remarks = remarksOf(
    [
      { key: 'import.moreErrors', params: { count: 12 } },
      { key: 'prm.alreadyUsed', row: 14, field: 'prm', params: { dsoId: '99100000000031' } },
      { key: 'address.required', row: 3, field: 'adresse' },
      { key: 'padt.length', row: 14, field: 'padt' },
    ],
    words,
  );

  it('come line by line, what has no line last', () => {
    expect(remarks.map(({ row, column }) => [row, column])).toEqual([
      [3, 'adresse'],
      [14, 'prm'],
      [14, 'padt'],
      [undefined, undefined],
    ]);
    expect(linesWith(remarks)).toBe(2);
  });

  it('are in words', () => {
    expect(remarks[1]?.text).toContain('Le PRM 99100000000031 est déjà utilisé');
    expect(remarks[3]?.text).toBe('Autres lignes à corriger\u00a0: 12.');
  });
});

describe('the template', () => {
  it('has the columns of the operator', () => {
    expect(templateOf(columnsOf('prm'))).toBe(
      '\uFEFFprm;padt;type;nom;adresse;code_postal;ville;segment;date_entree;date_sortie;statut;action;latitude;longitude;type_entite;production;puissance_kw;prosommateur;departement;code_insee;titulaire;email;telephone;siret;tresorerie;reference;etiquettes;facture_jusqu_au;succession\r\n',
    );
    expect(templateOf(columnsOf('ean'))).toBe(
      '\uFEFFean;type;nom;adresse;code_postal;ville;date_entree;date_sortie;statut;action;latitude;longitude;type_entite;production;puissance_kw;prosommateur;titulaire;email;telephone;siret;tresorerie;reference;etiquettes;facture_jusqu_au;succession\r\n',
    );
  });

  it('of changes of occupant says who follows, and what need not be said', () => {
    expect(templateOf(movesOf('prm'))).toBe(
      '\uFEFFprm;date_entree;nom;type_entite;titulaire;email;telephone;siret;tresorerie;reference;etiquettes;compte;sans_plans\r\n',
    );
    expect(movesOf('ean').flatMap(({ name, required }) => (required ? name : []))).toEqual([
      'ean',
      'date_entree',
      'nom',
      'type_entite',
    ]);
    for (const { content } of movesOf('prm')) expect(translator.has(content), content).toBe(true);
  });

  it('says which columns must be there, each in words', () => {
    const required = columnsOf('prm').filter((column) => column.required);
    expect(required.map(({ name }) => name)).toEqual([
      'prm',
      'type',
      'nom',
      'adresse',
      'code_postal',
      'ville',
      'date_entree',
      'date_sortie',
    ]);
    for (const { content } of [...columnsOf('prm'), ...columnsOf('ean')]) {
      expect(translator.has(content), content).toBe(true);
    }
  });

  it('is named as the server asks', () => {
    expect(fileName('ACC00000001', '2026-11-20')).toBe('PERIM_ACC00000001_20261120.csv');
  });
});
