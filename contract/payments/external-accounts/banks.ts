/** Banks and mobile money providers: currency → country → name to send → name to show. */
import type { KnownCurrency } from '../../currencies.ts'

type Names = Readonly<Record<string, string>>

const SALVADORAN = {
  Agricola: 'Banco Agrícola',
  'BAC El Salvador': 'BAC Credomatic El Salvador',
  Cuscatlan: 'Banco Cuscatlán',
  'Davivienda El Salvador': 'Banco Davivienda Salvadoreño',
}

/** Suggestions for `bankName` and `provider` of an external account; other values are allowed. */
export const BANKS: Readonly<Partial<Record<KnownCurrency, Readonly<Record<string, Names>>>>> = {
  BDT: {
    BD: {
      'BRAC Bank': 'BRAC Bank',
      'City Bank': 'The City Bank',
      'Dutch-Bangla Bank': 'Dutch-Bangla Bank',
      'Islami Bank': 'Islami Bank Bangladesh',
      Nagad: 'Nagad',
      bKash: 'bKash',
    },
  },
  BWP: { BW: { 'Orange Money': 'Orange Money', MyZaka: 'Mascom MyZaka' } },
  COP: {
    CO: {
      'BBVA Colombia': 'BBVA Colombia',
      'Banco de Bogota': 'Banco de Bogotá',
      Bancolombia: 'Bancolombia',
      Daviplata: 'DaviPlata',
      Davivienda: 'Banco Davivienda',
      Nequi: 'Nequi',
    },
  },
  EGP: {
    EG: {
      AlexBank: 'Bank of Alexandria',
      'Banque Misr': 'Banque Misr',
      'Banque du Caire': 'Banque du Caire',
      CIB: 'Commercial International Bank',
      NBE: 'National Bank of Egypt',
      'QNB Egypt': 'Qatar National Bank Egypt',
    },
  },
  GHS: {
    GH: {
      'Absa Ghana': 'Absa Bank Ghana',
      'Ecobank Ghana': 'Ecobank Ghana',
      'Fidelity Ghana': 'Fidelity Bank Ghana',
      GCB: 'GCB Bank',
      MTN: 'MTN MoMo',
      'Stanbic Ghana': 'Stanbic Bank Ghana',
      Telecel: 'Telecel Cash',
    },
  },
  GTQ: {
    GT: {
      'BAC Guatemala': 'BAC Credomatic Guatemala',
      'Banco Industrial': 'Banco Industrial',
      Banrural: 'Banco de Desarrollo Rural',
      'G&T Continental': 'Banco G&T Continental',
    },
  },
  HKD: {
    HK: {
      BEA: 'The Bank of East Asia',
      'BOC Hong Kong': 'Bank of China (Hong Kong)',
      HSBC: 'The Hongkong and Shanghai Banking Corporation',
      'Hang Seng': 'Hang Seng Bank',
      'Standard Chartered Hong Kong': 'Standard Chartered Bank (Hong Kong)',
    },
  },
  IDR: {
    ID: {
      BCA: 'Bank Central Asia',
      BNI: 'Bank Negara Indonesia',
      BRI: 'Bank Rakyat Indonesia',
      BSI: 'Bank Syariah Indonesia',
      'CIMB Niaga': 'Bank CIMB Niaga',
      Danamon: 'Bank Danamon Indonesia',
      Mandiri: 'Bank Mandiri',
      Permata: 'Bank Permata',
    },
  },
  INR: {
    IN: {
      'Axis Bank': 'Axis Bank',
      'Bank of Baroda': 'Bank of Baroda',
      'HDFC Bank': 'HDFC Bank',
      'ICICI Bank': 'ICICI Bank',
      'Kotak Mahindra Bank': 'Kotak Mahindra Bank',
      PNB: 'Punjab National Bank',
      SBI: 'State Bank of India',
    },
  },
  JMD: {
    JM: {
      'JN Bank': 'Jamaica National Bank',
      NCB: 'National Commercial Bank Jamaica',
      'Sagicor Bank': 'Sagicor Bank Jamaica',
      'Scotiabank Jamaica': 'The Bank of Nova Scotia Jamaica',
    },
  },
  KES: { KE: { 'Airtel Money': 'Airtel Money', 'M-PESA': 'M-PESA' } },
  MWK: { MW: { 'Airtel Money': 'Airtel Money', 'TNM Mpamba': 'TNM Mpamba' } },
  MYR: {
    MY: {
      AmBank: 'AmBank',
      'Bank Islam': 'Bank Islam Malaysia',
      'CIMB Bank': 'CIMB Bank',
      'Hong Leong Bank': 'Hong Leong Bank',
      Maybank: 'Malayan Banking',
      'Public Bank': 'Public Bank',
      'RHB Bank': 'RHB Bank',
    },
  },
  NGN: {
    NG: {
      'Access Bank': 'Access Bank',
      'Ecobank Nigeria': 'Ecobank Nigeria',
      FCMB: 'First City Monument Bank',
      'Fidelity Bank': 'Fidelity Bank',
      'First Bank': 'First Bank of Nigeria',
      GTBank: 'Guaranty Trust Bank',
      Kuda: 'Kuda Microfinance Bank',
      Moniepoint: 'Moniepoint Microfinance Bank',
      OPay: 'OPay Digital Services',
      PalmPay: 'PalmPay',
      'Stanbic IBTC': 'Stanbic IBTC Bank',
      'Sterling Bank': 'Sterling Bank',
      UBA: 'United Bank for Africa',
      'Union Bank': 'Union Bank of Nigeria',
      'Wema Bank': 'Wema Bank',
      'Zenith Bank': 'Zenith Bank',
    },
  },
  PHP: {
    PH: {
      BDO: 'BDO Unibank',
      BPI: 'Bank of the Philippine Islands',
      Chinabank: 'China Banking Corporation',
      GCash: 'GCash',
      Landbank: 'Land Bank of the Philippines',
      Maya: 'Maya Bank',
      Metrobank: 'Metropolitan Bank and Trust Company',
      PNB: 'Philippine National Bank',
      RCBC: 'Rizal Commercial Banking Corporation',
      'Security Bank': 'Security Bank Corporation',
      UnionBank: 'Union Bank of the Philippines',
    },
  },
  PKR: {
    PK: {
      'Allied Bank': 'Allied Bank',
      Easypaisa: 'Easypaisa',
      HBL: 'Habib Bank',
      JazzCash: 'JazzCash',
      MCB: 'MCB Bank',
      'Meezan Bank': 'Meezan Bank',
      UBL: 'United Bank',
    },
  },
  RWF: { RW: { Airtel: 'Airtel Money', MTN: 'MTN MoMo' } },
  SGD: {
    SG: {
      DBS: 'DBS Bank',
      OCBC: 'Oversea-Chinese Banking Corporation',
      'Standard Chartered Singapore': 'Standard Chartered Bank (Singapore)',
      UOB: 'United Overseas Bank',
    },
  },
  SVC: { SV: SALVADORAN },
  THB: {
    TH: {
      'Bangkok Bank': 'Bangkok Bank',
      Kasikornbank: 'Kasikornbank',
      Krungsri: 'Bank of Ayudhya',
      Krungthai: 'Krungthai Bank',
      SCB: 'Siam Commercial Bank',
      ttb: 'TMBThanachart Bank',
    },
  },
  TZS: {
    TZ: {
      'Airtel Money': 'Airtel Money',
      Halopesa: 'HaloPesa',
      'M-Pesa': 'Vodacom M-Pesa',
      'Mixx by Yas': 'Mixx by Yas',
    },
  },
  UGX: { UG: { Airtel: 'Airtel Money', MTN: 'MTN MoMo' } },
  USD: { SV: SALVADORAN },
  VND: {
    VN: {
      ACB: 'Asia Commercial Bank',
      Agribank: 'Vietnam Bank for Agriculture and Rural Development',
      BIDV: 'Bank for Investment and Development of Vietnam',
      'MB Bank': 'Military Commercial Bank',
      Techcombank: 'Vietnam Technological and Commercial Bank',
      VPBank: 'Vietnam Prosperity Bank',
      Vietcombank: 'Bank for Foreign Trade of Vietnam',
      VietinBank: 'Vietnam Bank for Industry and Trade',
    },
  },
  XAF: { CG: { Airtel: 'Airtel Money', MTN: 'MTN MoMo' }, CM: { MTN: 'MTN MoMo', Orange: 'Orange Money' } },
  XOF: {
    BJ: { MTN: 'MTN MoMo', Moov: 'Moov Money' },
    CI: { MTN: 'MTN MoMo', Moov: 'Moov Money', Orange: 'Orange Money', Wave: 'Wave' },
    SN: { Orange: 'Orange Money', Wave: 'Wave', Yas: 'Mixx by Yas' },
    TG: { Moov: 'Moov Money', Yas: 'Mixx by Yas' },
  },
  ZAR: {
    ZA: {
      Absa: 'Absa Bank',
      'African Bank': 'African Bank',
      'Capitec Bank': 'Capitec Bank',
      'Discovery Bank': 'Discovery Bank',
      FNB: 'First National Bank',
      Investec: 'Investec Bank',
      Nedbank: 'Nedbank',
      'Standard Bank': 'The Standard Bank of South Africa',
      TymeBank: 'TymeBank',
    },
  },
  ZMW: { ZM: { Airtel: 'Airtel Money', MTN: 'MTN MoMo', Zamtel: 'Zamtel Kwacha' } },
}
